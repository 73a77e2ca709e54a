//! What is wrong with a table or a plot before anything has run: better said then than when a night's runs are to be drawn.

use std::collections::BTreeSet;

use crate::measure::{By, Field, Measure, MeasureError, Statistic};
use crate::suite::{Only, PlotForm, PlotSpec, Record, Suite, TableSpec};

impl PlotSpec {
    /// The field along the vertical axis, for the forms that show single runs.
    pub(crate) fn field(&self) -> Result<Field, MeasureError> {
        self.y.as_deref().unwrap_or_default().parse()
    }

    /// The measure along the vertical axis, for the forms that sum up.
    pub(crate) fn measure(&self) -> Result<Measure, MeasureError> {
        self.y.as_deref().unwrap_or_default().parse()
    }

    /// Everything for which it cannot be drawn, whatever the runs may give.
    fn check(&self) -> Vec<String> {
        let form = self.form;
        let mut faults = Vec::new();
        let (takes_x, takes_y) = match form {
            PlotForm::Lines | PlotForm::Bars => (true, self.measure().err()),
            PlotForm::Boxes => (true, self.field().err()),
            PlotForm::Histogram | PlotForm::Scatter | PlotForm::Cactus => (false, self.field().err()),
            PlotForm::Depths | PlotForm::Steps | PlotForm::Estimates => (false, None),
        };
        let has_no_y = matches!(form, PlotForm::Depths | PlotForm::Steps | PlotForm::Estimates);
        match (&self.y, takes_y) {
            (Some(_), _) if has_no_y => {
                faults.push("y: this form of plot has a fixed vertical axis; omit it".to_owned());
            }
            (Some(_), Some(fault)) => faults.push(format!("y: {fault}")),
            (None, _) if !has_no_y => {
                let what = if matches!(form, PlotForm::Lines | PlotForm::Bars) { "measure" } else { "field" };
                faults.push(format!("y is missing: name the {what} to draw"));
            }
            _ => {}
        }
        match self.x {
            None if takes_x => faults.push("x is missing: name the quantity of the horizontal axis".to_owned()),
            Some(_) if !takes_x => faults.push("x: this form of plot has a fixed horizontal axis; omit it".to_owned()),
            _ => {}
        }
        let is_pair = form == PlotForm::Scatter;
        match &self.pair {
            None if is_pair => faults.push("pair is missing: name the searches of the two axes".to_owned()),
            Some(_) if !is_pair => faults.push("pair belongs to the form scatter".to_owned()),
            Some([first, second]) if first == second => faults.push(format!("pair: {first:?} is named twice")),
            _ => {}
        }
        let has_numbers_along = match form {
            PlotForm::Lines => self.x.is_none_or(By::is_number),
            PlotForm::Bars | PlotForm::Boxes | PlotForm::Estimates => false,
            _ => true,
        };
        if self.log_x && !has_numbers_along {
            faults.push("log-x: the horizontal axis has no numbers, so it cannot be logarithmic".to_owned());
        }
        if self.log_y && form == PlotForm::Estimates {
            faults.push("log-y: a plot of estimates has equal axes, so it cannot be logarithmic".to_owned());
        }
        faults
    }

    fn fields(&self) -> Vec<Field> {
        match self.form {
            PlotForm::Lines | PlotForm::Bars => {
                self.measure().map_or_else(|_| Vec::new(), |measure| looked_at(&[measure]))
            }
            PlotForm::Histogram | PlotForm::Boxes | PlotForm::Scatter | PlotForm::Cactus => {
                self.field().into_iter().collect()
            }
            PlotForm::Estimates => vec![Field::Estimate],
            PlotForm::Depths | PlotForm::Steps => Vec::new(),
        }
    }
}

impl TableSpec {
    /// Everything for which it cannot be made, whatever the runs may give.
    fn check(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if self.rows.is_empty() {
            faults.push("rows is empty: name what makes a row".to_owned());
        }
        if self.values.is_empty() {
            faults.push("values is empty: name the values to show".to_owned());
        }
        let mut seen = BTreeSet::new();
        for by in self.rows.iter().chain(&self.columns) {
            if !seen.insert(by.to_string()) {
                faults.push(format!("{by} is in rows and columns twice"));
            }
        }
        faults
    }
}

/// The fields of measures that look at one.
fn looked_at(measures: &[Measure]) -> Vec<Field> {
    let looks = |measure: &&Measure| !matches!(measure.statistic, Statistic::Count | Statistic::Solved);
    measures.iter().filter(looks).map(|measure| measure.field).collect()
}

impl Suite {
    /// What is wrong with its tables and plots, one fault a line.
    pub(crate) fn faults_of_showing(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for table in &self.tables {
            let found = [table.check(), self.strangers(&table.only), self.unrecorded(&looked_at(&table.values), None)];
            faults.extend(found.concat().iter().map(|fault| format!("table {:?}: {fault}", table.name)));
        }
        for plot in &self.plots {
            let record = match plot.form {
                PlotForm::Depths => Some(Record::Depths),
                PlotForm::Steps => Some(Record::Steps),
                _ => None,
            };
            let mut found =
                [plot.check(), self.strangers(&plot.only), self.unrecorded(&plot.fields(), record)].concat();
            for search in plot.pair.iter().flatten() {
                if self.search_rank(search).is_none() {
                    found.push(format!("pair: there is no search {search:?}"));
                } else if !plot.only.searches.is_empty() && !plot.only.searches.contains(search) {
                    found.push(format!("pair: only leaves out the search {search:?}"));
                }
            }
            faults.extend(found.iter().map(|fault| format!("plot {:?}: {fault}", plot.name)));
        }
        faults
    }

    /// What is named in a selection and is not in the suite.
    fn strangers(&self, only: &Only) -> Vec<String> {
        let is_group = |group: &&String| self.instances.iter().any(|instances| instances.group == **group);
        let groups = only.groups.iter().filter(|group| !is_group(group));
        let mut faults: Vec<String> = groups.map(|group| format!("only: there is no group {group:?}")).collect();
        let searches = only.searches.iter().filter(|search| self.search_rank(search).is_none());
        faults.extend(searches.map(|search| format!("only: there is no search {search:?}")));
        let groups: Vec<_> =
            self.instances.iter().filter(|i| only.groups.is_empty() || only.groups.contains(&i.group)).collect();
        let is_shuffled = |shuffle| groups.iter().any(|instances| instances.shuffles.contains(shuffle));
        let shuffles = only.shuffles.iter().filter(|shuffle| !is_shuffled(shuffle));
        faults.extend(shuffles.map(|shuffle| format!("only: no instances are shuffled by {shuffle} moves")));
        // Where all are named, all names are known.
        if groups.iter().all(|instances| !instances.names.is_empty()) {
            let is_named = |name| groups.iter().any(|instances| instances.names.contains(name));
            let names = only.instances.iter().filter(|name| !is_named(name));
            faults.extend(names.map(|name| format!("only: there is no instance {name:?}")));
        }
        faults
    }

    /// What is looked at and no search records.
    fn unrecorded(&self, fields: &[Field], record: Option<Record>) -> Vec<String> {
        let estimate = fields.contains(&Field::Estimate).then_some((Record::Estimate, "estimate"));
        let record = record.map(|record| (record, if record == Record::Depths { "depths" } else { "steps" }));
        let is_missing =
            |(record, _): &(Record, &str)| !self.searches.iter().any(|searches| searches.record.contains(record));
        let fault = |(_, name)| format!("no search records {name:?}: write record = [{name:?}] in [[searches]]");
        estimate.into_iter().chain(record).filter(is_missing).map(fault).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::SUITE;

    fn said(from: &str, to: &str) -> String {
        assert!(SUITE.contains(from), "{from}");
        Suite::parse(&SUITE.replacen(from, to, 1)).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_cannot_be_shown_is_refused_before_anything_runs() {
        assert_eq!(said("title", "title"), "");
        for (from, to, fault) in [
            ("form = \"lines\"\nx = \"length\"", "form = \"lines\"", "plot \"scaling\": x is missing"),
            (
                "y = \"mean expanded\"\nonly",
                "y = \"expanded\"\nonly",
                "plot \"scaling\": y: \"expanded\" is not a statistic",
            ),
            ("form = \"boxes\"", "form = \"depths\"", "plot \"boxes\": y: this form of plot has"),
            ("pair = [\"A* manhattan\", \"IDA* none\"]", "", "plot \"pair\": pair is missing"),
            ("\"IDA* none\"]", "\"A* manhattan\"]", "named twice"),
            ("\"IDA* none\"]", "\"IDA* gaschnig\"]", "pair: there is no search \"IDA* gaschnig\""),
            ("form = \"cactus\"\ny = \"expanded\"", "form = \"cactus\"", "y is missing: name the field"),
            ("form = \"bars\"", "form = \"bars\"\nlog-x = true", "plot \"solved\": log-x"),
            (
                "groups = [\"3x3\"] }\nrows",
                "groups = [\"5x5\"] }\nrows",
                "table \"by-length\": only: there is no group",
            ),
            ("groups = [\"3x3\"] }\nrows", "shuffles = [11] }\nrows", "shuffled by 11 moves"),
            ("\"estimate\", \"depths\", \"steps\"", "\"steps\"", "no search records \"depths\""),
            ("rows = [\"length/5\"]", "rows = []", "table \"by-length\": rows is empty"),
            ("rows = [\"length/5\"]", "rows = [\"search\"]", "search is in rows and columns twice"),
        ] {
            assert!(said(from, to).contains(fault), "{to}: {}", said(from, to));
        }
    }
}

//! What is left of the board while it is solved from the outside in: a rectangle around the goal's blank.

use crate::size::Size;

/// A rectangle of cells: rows `top..bottom`, columns `left..right`. At least two rows and two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    size: Size,
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Top,
    Bottom,
    Left,
    Right,
}

impl Region {
    pub(super) fn whole(size: Size) -> Self {
        Self { size, top: 0, bottom: size.height(), left: 0, right: size.width() }
    }

    pub(super) fn height(&self) -> usize {
        self.bottom - self.top
    }

    pub(super) fn width(&self) -> usize {
        self.right - self.left
    }

    pub(super) fn area(&self) -> usize {
        self.height() * self.width()
    }

    pub(super) fn contains(&self, cell: usize) -> bool {
        (self.top..self.bottom).contains(&self.size.row(cell))
            && (self.left..self.right).contains(&self.size.column(cell))
    }

    /// The sides that can go next: not one with the goal's blank, and two lines must stay.
    pub(super) fn removable(&self, blank: usize) -> impl Iterator<Item = Edge> {
        let (row, column) = (self.size.row(blank), self.size.column(blank));
        let region = *self;
        [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right].into_iter().filter(move |side| match side {
            Edge::Top => region.height() > 2 && row != region.top,
            Edge::Bottom => region.height() > 2 && row + 1 != region.bottom,
            Edge::Left => region.width() > 2 && column != region.left,
            Edge::Right => region.width() > 2 && column + 1 != region.right,
        })
    }

    pub(super) fn line(&self, side: Edge) -> Vec<usize> {
        let row = |row| (self.left..self.right).map(|column| self.size.cell(row, column)).collect();
        let column = |column| (self.top..self.bottom).map(|row| self.size.cell(row, column)).collect();
        match side {
            Edge::Top => row(self.top),
            Edge::Bottom => row(self.bottom - 1),
            Edge::Left => column(self.left),
            Edge::Right => column(self.right - 1),
        }
    }

    /// The region without a side.
    pub(super) fn without(mut self, side: Edge) -> Self {
        match side {
            Edge::Top => self.top += 1,
            Edge::Bottom => self.bottom -= 1,
            Edge::Left => self.left += 1,
            Edge::Right => self.right -= 1,
        }
        self
    }

    /// The part of the region within `reach` rows and columns of a cell.
    pub(super) fn near(mut self, cell: usize, reach: usize) -> Self {
        let (row, column) = (self.size.row(cell), self.size.column(cell));
        self.top = self.top.max(row.saturating_sub(reach));
        self.bottom = self.bottom.min(row + reach + 1);
        self.left = self.left.max(column.saturating_sub(reach));
        self.right = self.right.min(column + reach + 1);
        self
    }
}

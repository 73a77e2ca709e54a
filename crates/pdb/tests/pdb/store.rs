//! Tables in files: what is damaged is named, set aside and built again; what cannot be stored is used from memory.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use fewest_pdb::build::Built;
use fewest_pdb::encoding::Encoding;
use fewest_pdb::file::{Damage, VERSION};
use fewest_pdb::store::{Notice, Obtained, Origin, Store};
use fewest_pdb::table::{Recipe, Table};
use fewest_search::Cancel;

/// Some chunks long, so that damage can be in the first and in the last.
const ENTRIES: usize = 5_000_001;

fn recipe(key: &str) -> Recipe {
    Recipe { key: key.into(), entries: ENTRIES as u64, encoding: Encoding::NIBBLE }
}

fn code(key: &str, index: usize) -> u8 {
    u8::try_from((index * 31 + key.len()) % 13).unwrap()
}

fn build(key: &str) -> Table {
    let codes = (0..ENTRIES).map(|index| code(key, index)).collect();
    Table::new(recipe(key), Built { codes, histogram: vec![1, 2, 3], time: Duration::from_millis(5) })
}

fn obtain(store: &Store, key: &str) -> Obtained {
    let built: Result<_, ()> = store.obtain(&recipe(key), &Cancel::new(), |_| Ok(build(key)));
    built.unwrap().expect("nobody cancels")
}

fn is_right(table: &Table, key: &str) {
    assert_eq!((table.recipe(), table.histogram()), (&recipe(key), &[1, 2, 3][..]));
    assert_eq!(table.build_time(), Duration::from_millis(5));
    assert!((0..ENTRIES).all(|index| table.codes().get(index) == code(key, index)));
}

/// The damage that kept a file from being used.
fn damage(store: &Store, key: &str) -> Damage {
    let mut obtained = obtain(store, key);
    assert_eq!(obtained.origin, Origin::Built);
    is_right(&obtained.table, key);
    let Some(Notice::NotUsed { path, damage, set_aside: Some(aside) }) = obtained.notices.pop() else {
        panic!("{:?}", obtained.notices)
    };
    assert_eq!(path, store.path(&recipe(key)));
    assert!(aside.ends_with(format!("{}.bad", path.file_name().unwrap().to_str().unwrap())) && aside.exists());
    let again = obtain(store, key);
    assert!(again.origin == Origin::File && again.notices.is_empty());
    damage
}

/// Sets the permissions of a file.
#[cfg(unix)]
fn permit(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
#[cfg(unix)]
fn a_table_that_others_may_write_to_is_copied() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    drop(obtain(&store, "copied"));
    let path = store.path(&recipe("copied"));
    for (mode, is_mapped) in [(0o644, true), (0o664, false), (0o666, false), (0o400, true)] {
        permit(&path, mode);
        let table = obtain(&store, "copied").table;
        assert_eq!(table.is_mapped(), is_mapped, "{mode:o}");
        is_right(&table, "copied");
    }
    permit(&path, 0o666);
    let copy = obtain(&store, "copied").table;
    fs::write(&path, "short").unwrap();
    is_right(&copy, "copied");
    assert!(!fewest_pdb::changed().contains(&path), "nobody looks at that file any more");
}

#[test]
fn whoever_writes_to_a_table_in_use_is_noticed() {
    use std::io::{Seek, SeekFrom, Write};
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    drop(obtain(&store, "in use"));
    let path = store.path(&recipe("in use"));
    let open = || fs::OpenOptions::new().write(true).open(&path).unwrap();
    let overwrite = || {
        let mut file = open();
        file.seek(SeekFrom::End(-1)).unwrap();
        file.write_all(&[0xff]).unwrap();
    };
    let lengthen = || open().set_len(fs::metadata(&path).unwrap().len() + 1).unwrap();
    let shorten = || open().set_len(5000).unwrap();
    for (what, change) in [("overwritten", &overwrite as &dyn Fn()), ("longer", &lengthen), ("shorter", &shorten)] {
        let table = obtain(&store, "in use").table;
        let table = if table.is_mapped() { table } else { obtain(&store, "in use").table };
        // Times of files come in steps of some milliseconds.
        thread::sleep(Duration::from_millis(20));
        assert!(table.is_mapped() && !fewest_pdb::changed().contains(&path), "{what}");
        change();
        assert!(fewest_pdb::changed().contains(&path), "{what}");
        drop(table);
        assert!(!fewest_pdb::changed().contains(&path), "{what}: it is not in use any more");
    }
}

#[test]
fn a_table_is_built_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("deep").join("down"));
    assert!(store.list().unwrap().is_empty());
    let first = obtain(&store, "a b/c");
    assert!(first.origin == Origin::Built && first.notices.is_empty() && !first.table.is_mapped());
    let second = obtain(&store, "a b/c");
    assert!(second.origin == Origin::File && second.notices.is_empty() && second.table.is_mapped());
    is_right(&second.table, "a b/c");
    assert_ne!(store.path(&recipe("a b/c")), store.path(&recipe("a-b-c")));
    let listed = store.list().unwrap();
    let [only] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!(only.header.as_ref().unwrap().recipe, recipe("a b/c"));
    assert_eq!(only.header.as_ref().unwrap().payload_len(), ENTRIES.div_ceil(2) as u64);
    assert_eq!(store.verify(&only.path).unwrap().recipe, recipe("a b/c"));
    // With the table goes what an unfinished build left.
    fs::write(store.part(&recipe("a b/c")), "some").unwrap();
    assert_eq!(store.remove(&only.path).unwrap(), only.bytes + 4);
    assert!(store.list().unwrap().is_empty());
    assert_eq!(fs::read_dir(store.folder()).unwrap().count(), 0, "no lock is left either");
    is_right(&second.table, "a b/c");
}

/// It may be right all the same, and another's: it is left alone.
#[cfg(unix)]
#[test]
fn what_cannot_be_read_stays_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let path = store.path(&recipe("key"));
    // A folder of this name can be opened, and not read.
    fs::create_dir_all(path.join("kept")).unwrap();
    let obtained = obtain(&store, "key");
    is_right(&obtained.table, "key");
    assert_eq!(obtained.origin, Origin::Built);
    assert!(matches!(&obtained.notices[..], [Notice::NotRead { .. }]), "{:?}", obtained.notices);
    assert!(path.join("kept").exists());
}

#[test]
fn a_truncated_table_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    obtain(&store, "key");
    let path = store.path(&recipe("key"));
    let whole = fs::read(&path).unwrap();
    for length in [0, 1, 7, 8, 11, 12, 15, 16, 67, 68, 100, 4095, 4096, 4097, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(store.verify(&path).is_err());
        let damage = damage(&store, "key");
        let expected = match length {
            ..12 => matches!(damage, Damage::Foreign),
            12..16 => matches!(damage, Damage::Header(_)),
            _ => matches!(damage, Damage::Length { found, .. } if found == length as u64),
        };
        assert!(expected, "{length}: {damage:?}");
    }
    let longer = [&whole[..], &[0]].concat();
    fs::write(&path, longer).unwrap();
    assert!(matches!(damage(&store, "key"), Damage::Length { .. }));
}

#[test]
fn a_flipped_bit_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    obtain(&store, "key");
    let path = store.path(&recipe("key"));
    let whole = fs::read(&path).unwrap();
    let chunks = ENTRIES.div_ceil(2).div_ceil(1 << 20);
    for (place, bit) in [(0, 3), (8, 1), (13, 4), (16, 7), (24, 0), (40, 2), (60, 0), (69, 5), (4095, 6), (4096, 0)] {
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << bit;
        fs::write(&path, flipped).unwrap();
        let damage = damage(&store, "key");
        let expected = match place {
            ..8 => matches!(damage, Damage::Foreign),
            8..12 => matches!(damage, Damage::Version(version) if version == VERSION ^ 2),
            12..4096 => matches!(damage, Damage::Header(_) | Damage::Length { .. }),
            _ => matches!(damage, Damage::Chunk(0)),
        };
        assert!(expected, "{place}: {damage:?}");
    }
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    fs::write(&path, flipped).unwrap();
    assert!(matches!(damage(&store, "key"), Damage::Chunk(chunk) if chunk + 1 == chunks));
}

#[test]
fn a_foreign_or_exchanged_file_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    obtain(&store, "one");
    obtain(&store, "three");
    let (one, three) = (store.path(&recipe("one")), store.path(&recipe("three")));
    fs::copy(&three, &one).unwrap();
    assert!(matches!(store.verify(&one), Err(Damage::Mismatch { .. })));
    let exchanged = damage(&store, "one");
    assert!(matches!(&exchanged, Damage::Mismatch { found, .. } if found.starts_with("three")), "{exchanged:?}");
    fs::write(&one, "The quick brown fox").unwrap();
    assert!(matches!(damage(&store, "one"), Damage::Foreign));
    assert!(store.list().unwrap().iter().all(|listed| listed.header.is_ok()));
}

#[test]
fn what_cannot_be_stored_is_used_from_memory() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    // No folder can be made below a file.
    let obtained = obtain(&Store::new(file.join("tables")), "key");
    is_right(&obtained.table, "key");
    let [Notice::NotUsed { .. } | Notice::NotStored { .. }, ..] = &obtained.notices[..] else {
        panic!("{:?}", obtained.notices)
    };
    let said = obtained.notices.last().unwrap().to_string();
    assert!(said.contains("cannot be stored and is used from memory"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let path = store.path(&recipe("key"));
    let temporary = Path::new(&format!("{}.tmp", path.display())).to_path_buf();
    std::os::unix::fs::symlink("/dev/full", &temporary).unwrap();
    let obtained = obtain(&store, "key");
    is_right(&obtained.table, "key");
    let [Notice::NotStored { error, .. }] = &obtained.notices[..] else { panic!("{:?}", obtained.notices) };
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
    assert!(!temporary.exists() && !path.exists());
}

#[test]
fn only_one_builds() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let builds = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let build = |_: Option<&Store>| {
                    builds.fetch_add(1, Ordering::Relaxed);
                    thread::sleep(Duration::from_millis(100));
                    Ok::<_, ()>(build("key"))
                };
                let obtained = store.obtain(&recipe("key"), &Cancel::new(), build).unwrap().unwrap();
                is_right(&obtained.table, "key");
            });
        }
    });
    assert_eq!(builds.into_inner(), 1);
}

#[test]
fn who_waits_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let cancel = Cancel::new();
    let build = |_: Option<&Store>| -> Result<Table, ()> {
        cancel.cancel();
        let waiting = store.obtain(&recipe("key"), &cancel, |_| -> Result<Table, ()> { panic!("the lock is held") });
        assert!(waiting.unwrap().is_none());
        Ok(build("key"))
    };
    assert!(store.obtain(&recipe("key"), &Cancel::new(), build).unwrap().is_some());
}

#[test]
fn who_has_no_patience_builds_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let hasty = store.with_patience(Duration::from_millis(50));
    let outer = |_: Option<&Store>| -> Result<Table, ()> {
        let inner = hasty.obtain(&recipe("key"), &Cancel::new(), |store| {
            assert!(store.is_none(), "what is left in the folder belongs to the other");
            Ok::<_, ()>(build("key"))
        });
        let obtained = inner.unwrap().unwrap();
        assert_eq!(obtained.origin, Origin::Built);
        let notices: Vec<String> = obtained.notices.iter().map(ToString::to_string).collect();
        let process = format!("is being built by process {}", std::process::id());
        assert!(matches!(&notices[..], [only] if only.contains(&process)), "{notices:?}");
        Ok(build("key"))
    };
    assert!(store.obtain(&recipe("key"), &Cancel::new(), outer).unwrap().is_some());
    assert_eq!(store.list().unwrap().len(), 1);
}

#[cfg(unix)]
#[test]
fn what_killed_processes_left_is_swept_away() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let dead = store.path(&recipe("dead"));
    let beside = |suffix: &str| std::path::PathBuf::from(format!("{}.{suffix}", dead.display()));
    for suffix in ["lock", "tmp", "part", "part.tmp"] {
        fs::write(beside(suffix), "half").unwrap();
    }
    fs::write(folder.path().join("mine.lock"), "").unwrap();
    obtain(&store, "key");
    assert!(["lock", "tmp", "part.tmp"].iter().all(|suffix| !beside(suffix).exists()));
    assert!(beside("part").exists(), "a build can be gone on with");
    assert!(folder.path().join("mine.lock").exists());
}

/// Set for the child of [`a_killed_process_leaves_no_wrong_table`]: the folder it works in.
const CHILD: &str = "FEWEST_PDB_TEST_FOLDER";

#[test]
fn a_killed_process_leaves_no_wrong_table() {
    if let Some(folder) = std::env::var_os(CHILD) {
        let store = Store::new(folder);
        loop {
            obtain(&store, "key");
            thread::sleep(Duration::from_millis(5));
            let _ = store.remove(&store.path(&recipe("key")));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let path = store.path(&recipe("key"));
    let mut found = [0, 0];
    for round in 0..50u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_killed_process_leaves_no_wrong_table", "--nocapture"])
            .env(CHILD, folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(5 + round * 7919 % 60));
        child.kill().unwrap();
        child.wait().unwrap();
        // What has a table's name is a table, whole and right.
        if path.exists() {
            is_right(&fewest_pdb::file::open_as(&path, &recipe("key")).unwrap(), "key");
            found[0] += 1;
        }
        found[1] += usize::from(Path::new(&format!("{}.tmp", path.display())).exists());
        let obtained = obtain(&store, "key");
        assert!(obtained.notices.is_empty(), "{:?}", obtained.notices);
        fs::remove_file(&path).unwrap();
    }
    println!("killed 50 times: {} whole tables, {} unfinished files", found[0], found[1]);
}

//! The journal: an append-only record of raw chunks, written before they are forwarded.
//!
//! A recording's journal is a folder of segment files beside the database. The splice appends, the indexer
//! reads and deletes what it has indexed, and whoever opens the data folder next finishes what a killed
//! process has left. The folder's lock tells whether somebody is at work on it: the kernel drops the lock
//! with the process, however that ends.
//!
//! It knows directions and times. It does not know what a frame is.
//!
//! ```text
//! acp-scope.db.journals/
//!   019aaf…/                     one folder a recording, named by its uuid
//!     lock                       held by the process that writes or indexes it
//!     reserve                    space for the last words of a journal that cannot be written
//!     00000000000000000000.seg   records from this logical offset on
//!     00000000000008388652.seg
//! ```

mod folder;
mod reader;
mod record;
mod reserve;
mod writer;

pub use folder::{Folder, Found, Held, growing, is_forsaken, scan, sweep};
pub use reader::{Damage, Reader, Window, forget_before};
pub use record::{Entry, Header, HowEnded, Stream};
pub use reserve::last_words;
pub use writer::{Clock, Degraded, Progress, Writer};

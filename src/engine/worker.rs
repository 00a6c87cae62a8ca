//! The search thread: it owns the search's tables and works on one job after the other.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use crate::search::SearchPool;

type Job = Box<dyn FnOnce(&mut SearchPool) + Send>;

/// A handle on the search thread. Dropping it ends the thread once its jobs are done.
#[derive(Debug)]
pub struct Worker {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    /// Starts the thread; `pool` makes its tables there, on first need.
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn spawn(pool: impl Fn() -> SearchPool + Send + 'static) -> io::Result<Self> {
        let (jobs, queue) = channel::<Job>();
        let work = move || {
            let mut tables = pool();
            for job in queue {
                // A job that panics tells its client by dropping it; the tables may be half
                // written then.
                if catch_unwind(AssertUnwindSafe(|| job(&mut tables))).is_err() {
                    tables = pool();
                }
            }
        };
        let thread = thread::Builder::new().name("search".into()).spawn(work)?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Queues a job.
    pub fn run(&self, job: impl FnOnce(&mut SearchPool) + Send + 'static) {
        if let Some(jobs) = &self.jobs {
            // The thread lives as long as this sender, so that sending cannot fail.
            let _ = jobs.send(Box::new(job));
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/** Format of the run database; raised when a table changes. */
export const SCHEMA_VERSION = 2

/**
 * Tables of the journal (`sealed` and `keys` hold only ciphertext and never leave the machine). A row of `events` is what one commit
 * brought, a line each, under the number of the last; to version 1 each event was a row, which reads the same. Rows are long, so
 * they are no part of the tree by which they are found: each would move its neighbours. Older databases, in which they are, and in
 * which the few that name the run of another network are found by reading all, work as well.
 */
export const SCHEMA = `
CREATE TABLE runs (
  id TEXT PRIMARY KEY,
  session TEXT NOT NULL,
  project TEXT NOT NULL,
  network TEXT NOT NULL,
  title TEXT NOT NULL,
  epoch INTEGER NOT NULL DEFAULT 0,
  server TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'open',
  outcome TEXT,
  fork_of TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  last_seq INTEGER NOT NULL DEFAULT -1
) STRICT;
CREATE INDEX runs_by_start ON runs (started_at DESC, id);
CREATE INDEX runs_by_network ON runs (project, network, started_at DESC, id);
CREATE INDEX runs_by_session ON runs (session, started_at DESC, id);
CREATE INDEX runs_open ON runs (status) WHERE status = 'open';
CREATE TABLE events (
  run TEXT NOT NULL,
  seq INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (run, seq)
) STRICT;
CREATE INDEX events_of_peers ON events (run) WHERE instr(body, '"peerRun":') > 0;
CREATE TABLE chunks (
  sha256 TEXT PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;
CREATE TABLE sealed (
  session TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  box TEXT NOT NULL,
  PRIMARY KEY (session, fingerprint)
) STRICT, WITHOUT ROWID;
CREATE TABLE keys (
  session TEXT PRIMARY KEY,
  wrapped TEXT NOT NULL
) STRICT;
CREATE TABLE inbox (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  run TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (run, id)
) STRICT;
`

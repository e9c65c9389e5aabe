// Snapshots as they change, see tablehost/match/documents.py: `more` are new items of lists, other members are
// replaced.
const MOST = { stories: 40, sentences: 60, records: 200 };

/** Return a snapshot after a change; without one before, the change is all of it. */
export function fold(before, { more = {}, ...others }) {
  const now = { ...before, ...others };
  for (const [name, added] of Object.entries(more)) now[name] = [...now[name], ...added].slice(-MOST[name]);
  return now;
}

// Snapshots as they change, see tablehost/match/documents.py: `story` is one more, other members are replaced.
const MOST = 40; // stories

/** Return a snapshot after a change; without one before, the change is all of it. */
export function fold(before, { story, ...others }) {
  const now = { ...before, ...others };
  if (story) now.stories = [...now.stories, story].slice(-MOST);
  return now;
}

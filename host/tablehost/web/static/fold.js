// The fold of the changes of a match, see tablehost/match/documents.py.
const MOST = 40; // stories

/** Return the snapshot after a change: `story` is one more, other members replace those before. */
export function fold(now, changed) {
  const { story, ...others } = changed;
  const after = { ...now, ...others };
  if (story) after.stories = [...after.stories, story].slice(-MOST);
  return after;
}

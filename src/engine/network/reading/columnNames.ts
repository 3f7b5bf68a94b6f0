/** Words that stand around the name of a column and tell nothing: `from_user_id`. */
const AROUND = /^(user|node|account)|(user|node|account|id|name)$/g;

/** A column's name in small letters, without what stands around it: `Follower-ID` is `follower`. */
export function stripColumnName(column: string): string {
  let name = column.toLowerCase().replace(/[^a-z]/g, '');
  for (let before = ''; before !== name; ) {
    before = name;
    name = name.replace(AROUND, '');
  }
  return name;
}

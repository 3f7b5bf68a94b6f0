/** Meaningless parts of a column's name: `from_user_id`. */
const COLUMN_NAME_AFFIX = /^(user|node|account)|(user|node|account|id|name)$/g;

/** Types that Neo4j writes behind the name of a column, one value or a list of them. */
const TYPE =
  /(?<=.):(?:int|integer|long|float|double|boolean|byte|short|char|string|date|time|localtime|datetime|localdatetime|zoneddatetime|duration|point|vector)(?:\{[^{}]*\})?(?:\[\])?$/i;

/** A column's name without its type: `weight:float` is `weight`. */
export const stripColumnType = (column: string): string => column.trim().replace(TYPE, '');

/** A column's name in small letters, without its type and what stands around it: `Follower-ID` is `follower`. */
export function stripColumnName(column: string): string {
  let name = stripColumnType(column)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  for (let before = ''; before !== name; ) {
    before = name;
    name = name.replace(COLUMN_NAME_AFFIX, '');
  }
  return name;
}

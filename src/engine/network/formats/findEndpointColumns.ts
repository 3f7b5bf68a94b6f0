import { stripColumnName, stripColumnType } from '../reading/direction.ts';

/** Names of what says how strong an edge is, the surest first. */
const WEIGHTS = [
  /^(edge)?weights?(edge)?$|^(total|edge|link|tie)weight$|^wt$|^w$|^gewicht$|^poids$|^peso$/,
  /^(values?|val|strengths?|tiestrength|intensity|freq(uency)?|counts?|num(ber)?|n|amount|multiplicity|occurrences|cooccurrences?)$/,
  /^(n|num|number(of)?)(edges|links|messages|mails|emails|calls|mentions|retweets|replies|interactions|contacts|times|comments|likes|meetings|posts)$|^(messages|mails|emails|calls|mentions|retweets|replies|interactions|contacts|times|meetings)(count)?$|^(edge|link|message|mail|call|mention|retweet|reply|interaction|contact)s?count$/,
];

/** The name of a column or an attribute that holds weights, among `names`; null for none. */
export function findWeightColumn(names: readonly string[]): number | null {
  const bare = names.map(name =>
    stripColumnType(name)
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  );
  for (const pattern of WEIGHTS) {
    const at = bare.findIndex(name => pattern.test(name));
    if (at >= 0) return at;
  }
  return null;
}

/** Pairs of names for the two ends of an edge. */
const END_COLUMN_PAIRS: readonly (readonly [first: RegExp, second: RegExp])[] = [
  [/^(source|sourcenode|sourcevertex)$/, /^(target|targetnode|targetvertex|destination|dest)$/],
  [/^from$/, /^to$/],
  [/^(src|origin)$/, /^(dst|dest|destination|target|tgt|trg)$/],
  [/^start$/, /^end$/],
  [/^(follower)$/, /^(followee|followed|following|follows)$/],
  [/^(sender|caller|mailer)$/, /^(receiver|recipient|callee|addressee)$/],
  [/^ego$/, /^alter$/],
  [/^tail$/, /^head$/],
  [/^parent$/, /^child$/],
  [/^citing$/, /^cited$/],
  [
    /^(user|person|node|account|member|name)(id|name)?$/,
    /^(friend|contact|neighbou?r|partner|connection)(id|name)?$/,
  ],
  [/^(rater|truster|trustor|voter)$/, /^(ratee|trustee|rated|candidate)$/],
];

/** The same with a distinguishing number or letter: `node1`, `node2`. */
const NUMBERED =
  /^(?:node|user|account|vertex|vert|person|name|actor|entity|character|member|agent|author|city|player|protein|interactor|individual|people|student|group|team|country|page|word|term|item|element|id|v|n|p)(?:id)?(1|2|a|b|i|j|u|v|x|y)(?:id)?$|^([uv])$/;
const PARTNERS: Readonly<Record<string, string>> = { 1: '2', a: 'b', i: 'j', u: 'v', x: 'y' };

/** Positions of the two columns of accounts by their names; null if none has such a name. */
export function findEndpointColumns(
  names: readonly string[],
): readonly [first: number, second: number] | null {
  const plain = names.map(name => stripColumnType(name.replace(/\([^()]*\)$/, '')));
  const bare = plain.map(stripColumnName);
  const letters = plain.map(name => name.toLowerCase().replace(/[^a-z]/g, ''));
  for (const [first, second] of END_COLUMN_PAIRS) {
    const find = (pattern: RegExp) =>
      letters.findIndex((name, at) => pattern.test(name) || pattern.test(bare[at]));
    const [a, b] = [find(first), find(second)];
    if (a >= 0 && b >= 0 && a !== b)
      return first.source.includes('follower') ? [Math.min(a, b), Math.max(a, b)] : [a, b];
  }
  const short = plain.map(name => NUMBERED.exec(name.toLowerCase().replace(/[^a-z0-9]/g, '')));
  for (const [at, match] of short.entries()) {
    const mark = match?.[1] ?? match?.[2] ?? '';
    const partner = PARTNERS[mark];
    if (match === null || partner === undefined) continue;
    const end = match[0].lastIndexOf(mark);
    const other = short.findIndex(
      found => found?.[0] === match[0].slice(0, end) + partner + match[0].slice(end + 1),
    );
    if (other >= 0) return [Math.min(at, other), Math.max(at, other)];
  }
  return null;
}

/** Role of a column with such a name, if its content is not read; null for an unknown name. */
export function getColumnRoleByName(name: string): 'index' | 'type' | 'time' | 'label' | 'layer' | null {
  const bare = stripColumnType(name)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  if (/^(|id|edgeid|index|idx|row|rowid|rownames|rownumber|no|nr|unnamed|key|x)$/.test(bare)) return 'index';
  if (/^(type|directed|direction|edgetype|kind)$/.test(bare)) return 'type';
  if (
    /^(time|timestamp|timestamps|ts|t|date|datetime|day|week|month|year|when|since|until|start|end|begin|created|createdat|timeset|interval|epoch|hour|duration)$/.test(
      bare,
    )
  )
    return 'time';
  if (
    /^(label|name|title|relation|relationship|interaction|text|note|notes|comment|description|edgelabel)$/.test(
      bare,
    )
  )
    return 'label';
  return /^(layer|layerid|level|network|view|slice)$/.test(bare) ? 'layer' : null;
}

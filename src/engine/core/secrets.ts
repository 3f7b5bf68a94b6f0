/** Names under which a key or a password is given; not `author`, `keyboard` or `monkey`. */
const SECRET_NAME =
  /(?<!mon|don|tur|hoc|joc|whis)key(?!board|word|note|frame|stone|pad)|tokens?(?![a-z])|secret(?!ar)|passw|pwd|passphrase|auth(?!or(?!i[sz]))|bearer|credential|cookie|jwt|(?:^|[^a-z])pass(?:$|[^a-z])/i;
const SECRET_NAME_SOURCE = `[\\w-]*(?:${SECRET_NAME.source})[\\w-]*`;
/** Separator of a name and its value, and of an option and its value. */
const LINK = String.raw`(?:\\*["'])?(?:\s*[=:]\s*|\s+(?=[^\s]{16}))`;
const OPTION = `(?=--?[a-z][\\w-]*\\s)${SECRET_NAME_SOURCE}\\s+(?!-)`;
/** A value, quoted or up to a space; in a header its scheme stands before it. */
const VALUE =
  /(?:(?:basic|bearer|digest|token)\s+)?(?:(?<quote>\\*["'])(?:(?!\k<quote>)(?:\\.|.))*|(?:[^\s&"]|"(?=\w))+)/
    .source;
/** All of it: `pwd=…`, `bearer: …`, `--password …`. The limits of tokens are named like one. */
const NAMED_SECRET = new RegExp(
  `(?<![\\w-])(?!(?:round_)?tokens=|--(?:round-)?tokens\\b)(${OPTION}|${SECRET_NAME_SOURCE}${LINK})${VALUE}`,
  'gi',
);
/** Keys of well-known makers, and JSON web tokens, by how they begin. */
const BEGUN =
  /(?<![a-z0-9])(?:(?:sk|pk|rk|gsk|csk|xai|hf|r8|nvapi|pplx|glpat|github_pat|gh[oprsu]|xox[abeoprs])[-_]|AKIA|AIza|ya29\.|eyJ)[\w.~+/=-]{6,}/gi;
/** User and password before a host, in each of several addresses; a comma may be part of them. */
const USER = /(^|\/\/|[\s"])(?:(?!,\s*[a-z][a-z0-9+.-]*:\/\/)[^\s"])*@/gi;

/** True if a value of this name may be a secret. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** A text of the user's as a message may repeat it: keys, tokens and passwords are left out. */
export const redactSecrets = (text: string): string =>
  text
    .slice(0, MAX_SECRET_LENGTH)
    .replace(USER, (match, before: string) => {
      const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(match.slice(before.length))?.[0] ?? '';
      return `${before}${scheme}…@`;
    })
    .replace(NAMED_SECRET, (_, name: string, quote = '') => `${name}${quote}…`)
    .replace(BEGUN, '…');

/** Longer values are hidden as well. */
const MAX_SECRET_LENGTH = 4_000;

/** Names under which a key or a password is given. */
const SECRET_NAME =
  /key|tokens?(?![a-z])|secret|passw|pwd|passphrase|auth|bearer|credential|cookie|jwt|(?:^|[^a-z])pass(?:$|[^a-z])/i;
/** The same with its value: `pwd=…`, `bearer: …`. The limits of tokens are named like one. */
const NAMED = new RegExp(
  `(?<![\\w-])(?!(?:round_)?tokens=)([\\w-]*(?:${SECRET_NAME.source})[\\w-]*["']?(?:[=:]\\s*|\\s+(?=[^\\s]{16})))[^\\s&,;"]+`,
  'gi',
);
/** Keys of well-known makers, and JSON web tokens, by how they begin. */
const BEGUN =
  /(?<![a-z0-9])(?:(?:sk|pk|rk|gsk|csk|xai|hf|r8|nvapi|pplx|glpat|github_pat|gh[oprsu]|xox[abeoprs])[-_]|AKIA|AIza|ya29\.|eyJ)[\w.~+/=-]{6,}/gi;
/** User and password before a host, in each of several addresses. */
const USER = /(^|\/\/|[\s,"])[^\s,"]*@/g;

/** Whether a value of this name may be a secret. */
export const isSecret = (name: string): boolean => SECRET_NAME.test(name);

/** A text of the user's as a message may repeat it: keys, tokens and passwords are left out. */
export const withoutSecrets = (text: string): string =>
  text
    .slice(0, LONGEST)
    .replace(USER, (match, before: string) => {
      const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(match.slice(before.length))?.[0] ?? '';
      return `${before}${scheme}…@`;
    })
    .replace(NAMED, '$1…')
    .replace(BEGUN, '…');

/** What is longer is not shown either. */
const LONGEST = 4_000;

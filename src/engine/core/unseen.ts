/**
 * Characters that are invisible, or that change their neighbours, as the inside of a class in a regular expression:
 * controls, marks of direction, fillers, variants, tags, private use, lone surrogates. Without visible ones that
 * Unicode calls formats, such as the Arabic number sign.
 */
export const UNSEEN =
  '\\p{Cc}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb\\u{13430}-\\u{1345f}';

/** The subset that belongs to a letter or an emoji: joiners, and marks of Mongolian and of emoji. */
export const SHAPING = '\\u180b-\\u180d\\u200c\\u200d\\ufe0e\\ufe0f';

/** Characters that XML 1.0 cannot hold, not even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what XML does not allow.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text for XML 1.0: each character that it cannot hold becomes U+FFFD. */
export const replaceXmlControls = (text: string): string => text.replace(NOT_IN_XML, '\ufffd');

declare module 'big-list-of-naughty-strings' {
  const strings: readonly string[];
  export default strings;
}

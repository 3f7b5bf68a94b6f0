/** Ends the process with one line on stderr. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Lines that have room: both parts on one, or each on its own. @param widthOf width of a text, pixels */
export function wrapPairRoot(
  [by, when]: readonly [by: string, when: string],
  room: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const whole = `${by}, ${when}`;
  return widthOf(whole) <= room ? [whole] : [by, when];
}

/** One line of a table: numbers at the right of their column, words at the left and cut. @param widths of the columns, characters */
export const formatAlignedRow = (widths: readonly number[], cells: readonly (string | number)[]): string =>
  cells
    .map((cell, i) =>
      typeof cell === 'number'
        ? String(cell).padStart(widths[i])
        : cell.slice(0, widths[i]).padEnd(widths[i]),
    )
    .join(' ')
    .trimEnd();

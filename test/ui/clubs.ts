/** A network of six in two clubs of three, as GML. @param more of the first four, and of the last two */
export const clubs = (more = '', other = ''): string =>
  `graph [ directed 0 ${Array.from(
    { length: 6 },
    (_, node) =>
      `node [ id ${node} label "n${node}" club "${node < 3 ? 'Mr. Hi' : 'Officer'}" ${node < 4 ? more : other} ]`,
  ).join(' ')} ${Array.from(
    { length: 6 },
    (_, node) => `edge [ source ${node} target ${(node + 1) % 6} ]`,
  ).join(' ')} ]`;

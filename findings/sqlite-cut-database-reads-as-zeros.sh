#!/usr/bin/env bash
# The guess that missed: a copy of an agent's database that lost its last bytes is "malformed" to SQLite, or at least to
# its integrity check. It is read without an error: what is missing counts as zeros, in texts and in numbers of rows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 400 npm install --ignore-scripts --no-audit --no-fund --loglevel=error sql.js@1.16.0 > /dev/null

cat > main.mjs <<'JS'
import initSqlJs from 'sql.js';

const { Database } = await initSqlJs();
const made = new Database();
made.run('CREATE TABLE message (id INTEGER PRIMARY KEY, data TEXT)');
for (const id of [1, 2, 3]) made.run('INSERT INTO message VALUES (?, ?)', [id, `{"call":${id},"tokens":12000}`]);
const whole = made.export();

function told(missing) {
  const database = new Database(whole.subarray(0, whole.length - missing));
  const [{ values: rows }] = database.exec('SELECT id, data FROM message');
  const check = String(database.exec('PRAGMA integrity_check')[0].values[0][0]).split('\n')[0];
  console.log(`without the last ${missing} of ${whole.length} bytes: ${JSON.stringify(rows[0])}, ${rows.length} rows in all; the check: ${check}`);
  return { rows, check };
}
console.log(`SQLite ${made.exec('SELECT sqlite_version()')[0].values[0][0]}`);
const [none, few, more] = [0, 10, 200].map(told);
const isAsTold =
  none.rows[0][1] === '{"call":1,"tokens":12000}' &&
  few.check === 'ok' && few.rows.length === 3 && few.rows[0][1].endsWith('\0'.repeat(10)) &&
  more.rows.length === 3 && more.rows.every(([id, data]) => id === 0 && data === null) && more.check !== 'ok';
process.exit(isAsTold ? 0 : 1);
JS
echo 'sql.js 1.16.0'
echo 'Expected: an error where rows are read, or a failed integrity check, since the header tells how many pages there are.'
echo 'What happens:'
timeout 60 node main.mjs 2> errors.txt || { tail -5 errors.txt; echo 'This has changed.'; exit 1; }
echo 'Rows of the last page come back with zeros in them, or as empty rows, and no read fails. Whoever reads copies of'
echo 'databases has to compare the length in the header (bytes 16 and 28) with that of the file.'

#!/usr/bin/env bash
# The guess that missed: where a row of JSON lacks a key, the table that Apache Arrow makes of the rows has a null there, as it has for
# a null that is written out. apache-arrow 21.2.0 gives an empty text in a column of texts and NaN in one of numbers, and its count of nulls
# does not have them: an outcome that nobody recorded is an outcome "" like any other, and a mean of a column with one missing
# cost is NaN. Lines of logs and of traces leave out what is unknown, so this is their usual form. A trip through Arrow's own file format keeps it so.
# Seen here: one null where two values are unknown, "" and NaN in the place of the other.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '{"private":true,"type":"module"}' > package.json
timeout 400 npm install --no-audit --no-fund --loglevel=error apache-arrow@21.2.0 > /dev/null

cat > main.mjs <<'JS'
import { tableFromIPC, tableFromJSON, tableToIPC } from 'apache-arrow';

// Three cases: all is known, then nothing is mentioned, then nothing is known.
const made = tableFromJSON([{ outcome: 'solved', cost: 1.5 }, {}, { outcome: null, cost: null }]);
const table = tableFromIPC(tableToIPC(made));
for (const name of ['outcome', 'cost']) {
  const column = table.getChild(name);
  const values = [...column].map(value => (Number.isNaN(value) ? 'NaN' : JSON.stringify(value)));
  console.log(`${name}: ${values.join(' ')}; ${column.nullCount} null`);
}
JS
output=$(node main.mjs)
echo "$output"
[[ "$output" == 'outcome: "solved" "" null; 1 null
cost: 1.5 NaN null; 1 null' ]]

/**
 * Runs stages side by side, each as soon as cores are free for it and the stages it comes after have ended.
 * A stage takes `cores` (more than there are is all), and is looked at in the order of the list.
 * @param run stage → its result; @param cores how many there are to take, which may be more than the machine has; @param ended is told each result as it comes
 * @returns the results in the order of the list
 */
export async function runStages(stages, { run, cores, ended }) {
  const results = new Map();
  const waiting = [...stages];
  const underWay = new Map();
  const needs = stage => Math.min(stage.cores ?? 1, cores);
  let free = cores;
  while (waiting.length > 0 || underWay.size > 0) {
    for (const stage of [...waiting]) {
      if (!(stage.after ?? []).every(name => results.has(name))) continue;
      const missing = stage.after?.find(name => !results.get(name).ok);
      if (missing !== undefined) {
        waiting.splice(waiting.indexOf(stage), 1);
        const result = { name: stage.name, seconds: 0, note: `${missing} failed before`, ok: false };
        results.set(stage.name, { ...result, late: false, output: '', passed: 0, failed: 0 });
        ended(results.get(stage.name));
        continue;
      }
      if (needs(stage) > free) break;
      free -= needs(stage);
      waiting.splice(waiting.indexOf(stage), 1);
      underWay.set(
        stage.name,
        run(stage).then(result => ({ stage, result })),
      );
    }
    if (underWay.size === 0 && waiting.length === 0) break;
    if (underWay.size === 0) throw new Error(`${waiting[0].name} comes after a stage that is not there`);
    const { stage, result } = await Promise.race(underWay.values());
    underWay.delete(stage.name);
    free += needs(stage);
    results.set(stage.name, result);
    ended(result);
  }
  return stages.map(({ name }) => results.get(name));
}

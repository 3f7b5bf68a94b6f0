/** Verbs that functions begin with. */
const VERBS = new Set(
  `abort accept accumulate acknowledge add adjust adopt advance advise aggregate align allow amend animate announce answer append apply approve arrange ask
assemble assert assign assume attach attempt attribute await balance begin bind bisect blend block bound branch break bring bucket build bundle cache calculate
call can cancel capture carry catch center change charge check choose clamp classify clean clear clip clone close cluster code collapse collect colour combine
commit compare compile complete compose compress compute concat concatenate condense configure conform connect consume contain continue convert convolve copy
correct count cover create cross crop cut cycle deal debounce decide declare decode decompress decrease deduplicate deepen defer define delay delete deliver
demand deny dequeue derive describe deserialize destroy detach detect determine digest disable discard discover dismiss dispatch display dispose distribute
divide do download draft drag drain draw drop dump echo edit embed emit empty emulate enable encode end enforce enlarge enqueue ensure enter enumerate equalize
erase escape estimate evaluate examine exceed exclude execute exempt exit expand expect explain export expose express extend extract fade fail fall feed fetch
fill filter finalize find finish fire fit fix flag flatten flip flush focus fold follow forbid force forget fork format forward frame free freeze fulfil gather
gauge generate get give glue go govern grade grant group grow guard guess guide halt handle has hash have hide highlight hint hold hydrate identify ignore
implement import include increase increment indent index infer inform inherit init initialize inject insert inspect install instantiate interpolate interpret
intersect invalidate invert invoke is isolate iterate join jump justify keep kill label launch lay learn leave lend lift limit link lint list listen load locate
lock log look loop lower make manage map mark mask match materialize may mean measure meet memoize mend merge migrate minimize mirror mix modify monitor mount
move multiply must name narrow negate nest normalize note notify number obey observe obtain occupy offer omit open order outline overlay override overwrite own
pack pad page paint pair park parse partition pass paste patch pause peek peel pend perform permit persist pick pin ping place plan play plot plumb point poll
populate post postpone pour predict prefer prefix preload prepare present preserve press prevent preview print probe proceed process produce project promise
prompt propagate protect prove provide prune publish pull push put quantize query queue quote raise randomize rank rate react read rebuild recall receive
recognize recommend recompute reconcile record recover recreate redact redirect reduce refer refine reflect refresh refuse register reject relabel relate release
reload relocate remember remove rename render renew reopen reorder repair repeat replace replay report represent request require resample rescale rescue reserve
reset reshape resize resolve respond restart restore restrict resume retain retract retrieve retry return reuse reveal reverse revert revise revive rewind rewrite
rotate round route rule run sample sanitize satisfy save say scale scan scatter schedule score screen scroll seal search seed select send separate serialize serve
set settle shade shape share shift shorten should show shrink shuffle shut sign signal simplify simulate size sketch skip slice slide smooth snap solve sort spawn
specify speed spend split spread stack stamp standardize start state steer step stop store stream stretch strike strip style submit subscribe subset substitute
subtract suggest sum summarize supply support survey suspend swap sweep switch sync tabulate tag take tally tap taper tell test thin throttle throw tick tidy time
toggle to tokenize total trace track train transfer transform translate transpose traverse trigger trim truncate try tune turn type unbind undo unescape unite
unlock unpack unregister unsubscribe unwrap unzip update upgrade upload use validate value vary verify view visit vote wait wake walk want warm warn watch weigh
widen will withdraw wrap write yield zip zoom`.split(/\s+/),
);

/** Words that are nouns as well, and mean the noun where they stand alone or before a preposition: `state`, `nameFor`. */
const AS_NOUN = /^[a-z]+(?:Of|At|In|For|By|From|With|On)?$/;
const NOUNS = new Set(
  `code colour count cut draft end end figure flag frame group index key kind label limit link list log mark match measure name note number order outline page
part path place plan plot point post prompt question queue range rank rate record report result reward round route row rule run sample score search section seed
share sign size source span speed stack stamp start state step sum table text time title total trace type value view word`.split(
    /\s+/,
  ),
);

/** Whether a function's name begins with a verb: `readNetwork`, `isOpen`; a noun alone, such as `state`, does not count. */
export function isVerbFirst(name) {
  const first = /^[a-z]+/.exec(name)?.[0] ?? '';
  return (
    VERBS.has(first) &&
    !(NOUNS.has(first) && AS_NOUN.test(name.slice(0, first.length)) && AS_NOUN.test(name.replace(first, 'x')))
  );
}

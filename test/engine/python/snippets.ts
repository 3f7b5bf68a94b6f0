/** What an author of agents writes into a code step, with the variables that it finds there. */
export interface Snippet {
  readonly what: string;
  readonly code: string;
  /** The repr of the variable `out` afterwards; for one that is refused, how its message begins. */
  readonly gives: string | { readonly refused: string };
}

/** The variables of an agent in the middle of a run, as `toPlainValue` writes them. */
export const AGENT = [
  ['agent_id', 'A07'],
  ['balance', { int: '40' }],
  ['tick', { int: '12' }],
  ['time_remaining', { int: '28' }],
  ['artifacts', '9 made, 4 of them sold; A03 offers “kiln” for 12 scrip'],
  ['my_artifacts', 'artifact_004 (in hand, untested), artifact_002 (sold for 14)'],
  [
    'action_history',
    'tick 9, make: made artifact_004; tick 10, test: broken; tick 11, make: not enough scrip',
  ],
  ['last_action', 'make'],
  ['last_action_ok', false],
  ['last_action_result', 'not enough scrip: making costs 10'],
  ['successes', { int: '2' }],
  ['total', { int: '5' }],
  ['failures_in_a_row', { int: '3' }],
  ['hand', 'untested'],
  ['state', 'reflecting'],
  ['log', ['arrived']],
  [
    'offers',
    [
      {
        dict: [
          ['name', 'kiln'],
          ['price', { int: '12' }],
          ['works', true],
        ],
      },
      {
        dict: [
          ['name', 'loom'],
          ['price', { int: '7' }],
          ['works', false],
        ],
      },
      {
        dict: [
          ['name', 'mill'],
          ['price', { int: '9' }],
          ['works', true],
        ],
      },
    ],
  ],
  [
    'scores',
    {
      dict: [
        ['explore', 0.5],
        ['exploit', 0.75],
      ],
    },
  ],
] as const;

const refused = (what: string) => ({ refused: what });

export const SNIPPETS: readonly Snippet[] = [
  {
    what: 'a success rate that divides by nothing',
    code: "success_rate = context.get('successes', 0) / max(context.get('total', 1), 1)\ncontext['out'] = success_rate < 0.3, success_rate",
    gives: '(False, 0.4)',
  },
  { what: 'a counter', code: "context['out'] = context.get('turns', 0) + 1", gives: '1' },
  { what: 'a counter in place', code: "context['tick'] += 1\ncontext['out'] = context['tick']", gives: '13' },
  {
    what: 'a log that grows',
    code: "context['log'].append(f'tick {tick}: {last_action}')\ncontext['out'] = log",
    gives: "['arrived', 'tick 12: make']",
  },
  {
    what: 'a log that may be missing',
    code: "seen = context.get('seen', [])\nseen.append(state)\ncontext['out'] = seen[-5:]",
    gives: "['reflecting']",
  },
  {
    what: 'a log of at most three lines',
    code: "for word in ['a', 'b', 'c']:\n    log.append(word)\nwhile len(log) > 3:\n    log.pop(0)\ncontext['out'] = context['log']",
    gives: "['a', 'b', 'c']",
  },
  {
    what: 'counts by action',
    code: "counts = {}\nfor word in ['make', 'test', 'make']:\n    counts[word] = counts.get(word, 0) + 1\ncontext['out'] = counts",
    gives: "{'make': 2, 'test': 1}",
  },
  {
    what: 'groups by a property',
    code: "groups = {}\nfor offer in offers:\n    groups.setdefault(offer['works'], []).append(offer['name'])\ncontext['out'] = groups",
    gives: "{True: ['kiln', 'mill'], False: ['loom']}",
  },
  {
    what: 'what it can afford',
    code: "context['out'] = [offer['name'] for offer in offers if offer['price'] <= balance / 4]",
    gives: "['loom', 'mill']",
  },
  {
    what: 'the cheapest offer that works',
    code: "good = [offer for offer in offers if offer['works']]\ncontext['out'] = min(good, key=lambda offer: offer['price'])['name'] if good else None",
    gives: "'mill'",
  },
  {
    what: 'offers by price, the dearest first',
    code: "ranked = sorted(offers, key=lambda offer: offer['price'], reverse=True)\ncontext['out'] = [f\"{at}. {offer['name']}\" for at, offer in enumerate(ranked, start=1)]",
    gives: "['1. kiln', '2. mill', '3. loom']",
  },
  {
    what: 'a sorted copy by two keys',
    code: "offers.sort(key=lambda offer: (not offer['works'], offer['price']))\ncontext['out'] = [offer['name'] for offer in offers]",
    gives: "['mill', 'kiln', 'loom']",
  },
  {
    what: 'the sum of prices',
    code: "context['out'] = sum(offer['price'] for offer in offers)",
    gives: '28',
  },
  {
    what: 'a mean, rounded',
    code: "prices = [offer['price'] for offer in offers]\ncontext['out'] = round(sum(prices) / len(prices), 2)",
    gives: '9.33',
  },
  {
    what: 'whether any works',
    code: "context['out'] = any(offer['works'] for offer in offers)",
    gives: 'True',
  },
  {
    what: 'whether all are cheap',
    code: "context['out'] = all(offer['price'] < 10 for offer in offers)",
    gives: 'False',
  },
  {
    what: 'a dict of prices',
    code: "context['out'] = {offer['name']: offer['price'] for offer in offers}",
    gives: "{'kiln': 12, 'loom': 7, 'mill': 9}",
  },
  {
    what: 'the best method by its score',
    code: "context['out'] = max(scores, key=lambda name: scores[name])",
    gives: "'exploit'",
  },
  {
    what: 'the best method by going through the items',
    code: "best, high = None, -1\nfor name, score in scores.items():\n    if score > high:\n        best, high = name, score\ncontext['out'] = (best, high)",
    gives: "('exploit', 0.75)",
  },
  {
    what: 'scores that are moved towards what came of it',
    code: "rate = 0.25\nreward = 1 if last_action_ok else 0\nfor name in scores:\n    scores[name] += rate * (reward - scores[name])\ncontext['out'] = scores",
    gives: "{'explore': 0.375, 'exploit': 0.5625}",
  },
  {
    what: 'scores that add up to 1',
    code: "total = sum(scores.values())\ncontext['out'] = {name: score / total for name, score in scores.items()}",
    gives: "{'explore': 0.4, 'exploit': 0.6}",
  },
  {
    what: 'a helper that keeps a number in its bounds',
    code: "def clamp(value, low=0, high=1):\n    return max(low, min(high, value))\n\ncontext['out'] = clamp(1.5), clamp(-2), clamp(15, high=20)",
    gives: '(1, 0, 15)',
  },
  {
    what: 'a helper with its own branches',
    code: "def mood(failures):\n    if failures == 0:\n        return 'confident'\n    elif failures < 3:\n        return 'careful'\n    return 'stuck'\n\ncontext['out'] = mood(failures_in_a_row)",
    gives: "'stuck'",
  },
  {
    what: 'a helper that scores an offer',
    code: "def score(offer, weight=2):\n    return weight * offer['works'] - offer['price'] / 10\n\ncontext['out'] = sorted(offers, key=score)[-1]['name']",
    gives: "'mill'",
  },
  {
    what: 'methods in a table',
    code: "methods = {\n    'explore': lambda scrip: scrip // 4,\n    'exploit': lambda scrip: scrip // 2,\n}\nchosen = 'exploit' if successes > 1 else 'explore'\ncontext['out'] = methods[chosen](balance)",
    gives: '20',
  },
  {
    what: 'an answer that may be no number',
    code: "try:\n    bid = int(context.get('bid', 'ten'))\nexcept ValueError:\n    bid = 5\ncontext['out'] = bid",
    gives: '5',
  },
  {
    what: 'a number in words that other agents wrote',
    code: "words = last_action_result.split()\nnumbers = []\nfor word in words:\n    try:\n        numbers.append(int(word))\n    except ValueError as error:\n        continue\ncontext['out'] = numbers",
    gives: '[10]',
  },
  {
    what: 'a key that may be missing',
    code: "try:\n    context['out'] = scores['rest']\nexcept KeyError as missing:\n    context['out'] = f'no score for {missing}'",
    gives: '"no score for \'rest\'"',
  },
  {
    what: 'a check of its own',
    code: "def spend(amount):\n    if amount > balance:\n        raise ValueError(f'{amount} of {balance} scrip')\n    return balance - amount\n\ntry:\n    left = spend(50)\nexcept ValueError as error:\n    left = str(error)\nfinally:\n    context['out'] = left",
    gives: "'50 of 40 scrip'",
  },
  {
    what: 'perception: what the history says',
    code: "events = action_history.split('; ')\nperception = [event.split(': ') for event in events]\ncontext['out'] = [result for _, result in perception]",
    gives: "['made artifact_004', 'broken', 'not enough scrip']",
  },
  {
    what: 'perception: words that matter',
    code: "worrying = ['broken', 'not enough', 'refused']\ncontext['out'] = [word for word in worrying if word in action_history.lower()]",
    gives: "['broken', 'not enough']",
  },
  {
    what: 'its own artifacts from their text',
    code: "names = [part.split(' ')[0] for part in my_artifacts.split(', ') if part.startswith('artifact')]\ncontext['out'] = names",
    gives: "['artifact_004', 'artifact_002']",
  },
  {
    what: 'a phase by the clock',
    code: "share = tick / (tick + time_remaining)\ncontext['out'] = 'early' if share < 0.25 else 'middle' if share < 0.75 else 'late'",
    gives: "'middle'",
  },
  {
    what: 'a choice by several conditions',
    code: "if hand == 'untested' and balance >= 5:\n    plan = 'test'\nelif hand == 'works':\n    plan = 'sell'\nelif hand in ('none', 'broken'):\n    plan = 'make'\nelse:\n    plan = 'wait'\ncontext['out'] = plan",
    gives: "'test'",
  },
  {
    what: 'a text for the prompt',
    code: "context['out'] = f'{agent_id} has {balance:>5} scrip and {successes / total:.0%} success'",
    gives: "'A07 has    40 scrip and 40% success'",
  },
  {
    what: 'a table for the prompt',
    code: "lines = [f\"{offer['name']:<6}|{offer['price']:>4}\" for offer in offers]\ncontext['out'] = '\\n'.join(lines)",
    gives: "'kiln  |  12\\nloom  |   7\\nmill  |   9'",
  },
  {
    what: 'how often it halves before it is broke',
    code: "left, times = balance, 0\nwhile left > 1:\n    left //= 2\n    times += 1\ncontext['out'] = times",
    gives: '5',
  },
  {
    what: 'the first offer that fits, or none',
    code: "for offer in offers:\n    if offer['price'] < 8 and offer['works']:\n        found = offer['name']\n        break\nelse:\n    found = None\ncontext['out'] = found",
    gives: 'None',
  },
  {
    what: 'two lists side by side',
    code: "wants = ['kiln', 'loom']\nbudgets = [10, 8]\ncontext['out'] = {want: budget for want, budget in zip(wants, budgets)}",
    gives: "{'kiln': 10, 'loom': 8}",
  },
  {
    what: 'what is forgotten',
    code: "memory = {'kiln': 3, 'loom': 11, 'mill': 12}\nfor name in list(memory):\n    if tick - memory[name] > 5:\n        del memory[name]\ncontext['out'] = memory",
    gives: "{'loom': 11, 'mill': 12}",
  },
  {
    what: 'a running best',
    code: "best = context.get('best', {'price': 0})\nfor offer in offers:\n    if offer['price'] > best['price']:\n        best = offer\ncontext['out'] = best['name']",
    gives: "'kiln'",
  },
  {
    what: 'a moving mean',
    code: "window = [3, 5, 4, 8, 6]\ncontext['out'] = [sum(window[at:at + 3]) / 3 for at in range(len(window) - 2)]",
    gives: '[4.0, 5.666666666666667, 6.0]',
  },
  {
    what: 'powers of a growth',
    code: "value = 100\nfor _ in range(3):\n    value = round(value * 1.1)\ncontext['out'] = value",
    gives: '133',
  },
  {
    what: 'mathematics',
    code: "import math\ncontext['out'] = math.sqrt(balance)",
    gives: refused('import is not part'),
  },
  {
    what: 'chance',
    code: "from random import choice\ncontext['out'] = choice(offers)",
    gives: refused('import is not part'),
  },
  {
    what: 'words without repeats',
    code: "context['out'] = set(log)",
    gives: refused('the function set is not part'),
  },
  {
    what: 'a type asked for',
    code: "context['out'] = isinstance(log, list)",
    gives: refused('the function isinstance is not part'),
  },
  { what: 'a line printed', code: 'print(balance)', gives: refused('the function print is not part') },
  { what: 'a class', code: 'class Trader:\n    pass', gives: refused('a class is not part') },
  {
    what: 'the first word and the rest',
    code: "first, *rest = last_action_result.split()\ncontext['out'] = rest",
    gives: refused('a star before a value is not part'),
  },
  {
    what: 'text formatted in the old way',
    code: "context['out'] = '%s has %d' % (agent_id, balance)",
    gives: refused('formatting a string with % is not part'),
  },
  {
    what: 'a call of something of the world',
    code: "context['out'] = invoke('kiln')",
    gives: refused('invoke at this place is not part'),
  },
];

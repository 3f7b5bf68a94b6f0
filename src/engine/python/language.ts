/** An example of the language: what it shows, a code step, and the repr of its variable `out` afterwards. */
interface Example {
  readonly title: string;
  readonly code: string;
  readonly result: string;
}

/** Notes on the language before its examples; the page of the language and Help begin with them. */
export const NOTES: readonly string[] = [
  "A subset of Python. A code step sets variables with `context['name'] = …`, or by changing a list or dict of the context in place; other names last for the step. A step that fails changes nothing. Between steps, no two variables share a list. In the examples, `out` is the variable `out` of the context afterwards. Every result equals that of `python3`; everything else is refused with its line.",
  "Not in it: `import`, classes, sets, `*args` and `**kwargs`, `global` and `nonlocal`, decorators, `with`, `assert`, `%` formatting, attributes, setting or deleting a slice, stored generators. `range`, `zip`, `enumerate`, `reversed` and `items()`, `keys()`, `values()` can be iterated, and `list(…)` makes a list of them. A condition changes nothing, and where artifacts are declared it asks them by `invoke('name', …)`.",
  'Instead of `import math` there are `abs`, `round`, `min`, `max`, `sum`, `//` and `**`. Instead of `import random` there are the variables of the world and the tick: nothing is random in a step, so that a run can be repeated. Functions and errors last for the step; the context can hold neither.',
  'A run of a step ends with an error after 10,000 steps, 150,000 items and characters visited, a string of 100,000 characters, a list of 10,000 items, 32 lists or errors in each other, an int of 4,096 bits, or functions that call each other 400 levels deep (a call counts as eight at least). Neither `except` nor `finally` catches these limits. In one tick all agents together have 500,000 steps and 2,500,000 items and characters, in equal shares, but each agent at least 1,000 and 5,000, for all its code steps and conditions; a step that exceeds the share fails, and later code in the tick does not run.',
  "Errors that can be raised and handled: Exception, ArithmeticError, AssertionError, AttributeError, IndexError, KeyError, LookupError, NameError, NotImplementedError, OverflowError, RuntimeError, TypeError, UnboundLocalError, ValueError, ZeroDivisionError. `str(error)` gives Python's text for errors that the step raises itself, for missing keys and indexes, for names that are never set, for `int(text)`, `float(text)` and an int `/ 0`. The text of other errors is refused, since it differs between versions of Python or is unknown.",
];

/** Every construct of the language by example; the page of the language and Help show these. */
export const LANGUAGE: readonly Example[] = [
  {
    title: 'Numbers, as Python counts',
    code: "context['out'] = (7 // 2, -7 % 3, 2 ** 10, round(2.5), 0.1 + 0.2)",
    result: '(3, 2, 1024, 2, 0.30000000000000004)',
  },
  {
    title: 'Variables that may be missing',
    code: "tries = context.get('tries', 0)\ncontext['out'] = tries + 1 if 'limit' not in context else None",
    result: '1',
  },
  {
    title: 'Comparing, and, or, not',
    code: "n = 4\ncontext['out'] = (1 < n <= 4, n in [2, 4], not n or n == 5, n is None)",
    result: '(True, True, False, False)',
  },
  {
    title: 'Items and slices',
    code: "words = ['a', 'b', 'c']\ncontext['out'] = (words[-1], words[:2], 'seed'[::-1], {'k': 1}['k'])",
    result: "('c', ['a', 'b'], 'dees', 1)",
  },
  {
    title: 'Branches',
    code: "n = 5\nif n > 9:\n    size = 'large'\nelif n > 3:\n    size = 'middling'\nelse:\n    size = 'small'\ncontext['out'] = size",
    result: "'middling'",
  },
  {
    title: 'A for loop, continue and break',
    code: "out = []\nfor n in range(10):\n    if n % 2: continue\n    if n > 6: break\n    out = out + [n]\ncontext['out'] = out",
    result: '[0, 2, 4, 6]',
  },
  {
    title: 'A while loop; a run ends with an error after 10,000 steps',
    code: "n = 1\nwhile n < 100:\n    n *= 3\ncontext['out'] = n",
    result: '243',
  },
  {
    title: 'Several names at once',
    code: "a, (b, c) = 1, (2, 3)\na, b = b, a\ncontext['out'] = a, b, c",
    result: '(2, 1, 3)',
  },
  {
    title: 'Going through a dict, with numbers, side by side, backwards',
    code: "prices = {'oats': 2, 'rye': 3}\nout = []\nfor n, (name, price) in enumerate(prices.items(), start=1):\n    out = out + [f'{n} {name} {price}']\ncontext['out'] = out + list(zip(prices.keys(), reversed([5, 6]))) + list(prices.values())",
    result: "['1 oats 2', '2 rye 3', ('oats', 6), ('rye', 5), 2, 3]",
  },
  {
    title: 'Comprehensions',
    code: "context['out'] = [[n * n for n in range(5) if n], {w: len(w) for w in ['a', 'bc']}]",
    result: "[[1, 4, 9, 16], {'a': 1, 'bc': 2}]",
  },
  {
    title: 'Generators in any, all, sum, min, max, sorted, list, tuple and join',
    code: "l = [3, 1, 2]\ncontext['out'] = (any(n > 2 for n in l), sum(n * n for n in l), '+'.join(str(n) for n in l))",
    result: "(True, 14, '3+1+2')",
  },
  {
    title: 'Sorting and choosing by a key',
    code: "offers = [('oats', 4), ('rye', 2)]\nby_price = sorted(offers, key=lambda offer: offer[1])\ncontext['out'] = (by_price[0], max(offers, key=lambda offer: offer[1])[0], sorted([1, 3, 2], reverse=True), max([], default=0))",
    result: "(('rye', 2), 'oats', [3, 2, 1], 0)",
  },
  {
    title: 'Functions of your own; they last for the step and call each other some fifty deep at most',
    code: "def price(made, share=0.5):\n    if made == 0:\n        return None\n    return made * share\ncontext['out'] = [price(0), price(10), price(10, share=0.2)]",
    result: '[None, 5.0, 2.0]',
  },
  {
    title: 'Functions as values',
    code: "ways = {'low': lambda offers: min(offers), 'first': lambda offers: offers[0]}\ncontext['out'] = ways['low']([3, 1, 2]), [choose([3, 1, 2]) for choose in ways.values()]",
    result: '(1, [1, 3])',
  },
  {
    title: 'Errors: handled, raised, and what comes in any case',
    code: "out = []\nfor word in ['4', 'x', '0']:\n    try:\n        if word == '0':\n            raise ValueError('nothing to share')\n        share = 12 / int(word)\n    except (ValueError, ZeroDivisionError) as error:\n        share = str(error)\n    else:\n        share = round(share)\n    finally:\n        out = out + [share]\ncontext['out'] = out",
    result: "[3, \"invalid literal for int() with base 10: 'x'\", 'nothing to share']",
  },
  {
    title: 'Text with values in it',
    code: "price = 1234.5\ncontext['out'] = f\"{price:,.2f} {'oats':>6} {7:03d} {0.25:.0%} {'a'!r}\"",
    result: '"1,234.50   oats 007 25% \'a\'"',
  },
  {
    title: 'Methods of strings',
    code: "text = ' Oats, rye '\ncontext['out'] = (text.strip().lower().split(', '), text.find('rye'), 'a-b'.replace('-', '+'))",
    result: "(['oats', 'rye'], 7, 'a+b')",
  },
  {
    title: 'Methods of lists and dicts',
    code: "offers = {'rye': 3}\noffers.update({'oats': 2})\nqueue = [2, 1]\nqueue.append(3)\nqueue.sort(reverse=True)\ncontext['out'] = (queue, queue.pop(0), [1, 2, 1].count(1), ['a', 'b'].index('b'), offers.get('z', 0), offers.pop('rye'))",
    result: '([2, 1], 3, 2, 1, 0, 3)',
  },
  {
    title: 'Setting and deleting items',
    code: "prices = {'oats': 2, 'rye': 3}\nprices['oats'] += 1\nprices['corn'] = [1, 2]\nprices['corn'][0] = 9\ndel prices['rye']\ncontext['out'] = prices",
    result: "{'oats': 3, 'corn': [9, 2]}",
  },
  {
    title: 'What is changed in place is seen by all its names, in the context too',
    code: "context['log'] = []\nlog = context['log']\nlog.append('met a')\nlog += ['met b']\ncontext['out'] = context['log']",
    result: "['met a', 'met b']",
  },
  {
    title: 'What follows a loop that no break has left',
    code: "for price in [5, 7]:\n    if price < 5:\n        break\nelse:\n    price = None\ncontext['out'] = price",
    result: 'None',
  },
];

/** Expressions with values that are easily got wrong, one a line; ¶ is a line's end within one. */
export const NASTY: readonly string[] = String.raw`
-7 // 2
-7 % 2
7 % -2
-7.5 // 2
7.5 % -2
-0.0 // 1
0.0 % -3
-0.0 % 3
5 % float('-inf')
-1 // float('inf')
float('inf') // 1
1e308 * 10 // 1
0 / -5
2**63
-2**2
2**-1 ** 2 if False else 2 ** 3 ** 2
0 ** -1
0.0 ** -1
1e16
1e15 + 0.3
1e-5
0.0001
0.1 + 0.2
0.1 + 0.2 == 0.3
round(2.5)
round(3.5)
round(-2.5)
round(-0.4)
round(2.675, 2)
round(-0.04, 1)
round(1e22, -20)
round(1.7976931348623157e308, -308)
round(5e-324, 323)
round(15, -1)
round(25, -1)
round(-15, -1)
round(True)
round(True, -1)
round(0.5, None)
round(2.5, True)
round(1e300)
round(float('nan'))
round(float('inf'))
round('a')
round(2.5, 'a')
2**53 + 1 == float(2**53)
2**53 + 1 > float(2**53)
10**400 > float('inf')
10**400 > 1e308
10**400 < float('nan')
10**400 + 1.0
10**400 / 10**399
10**400 / 3
10**20 / 3
(2**54 + 1) / 1
1 / 10**330
3 / (2 * 10**323)
1 / 3
True + True
True / 2
-True
+False
True == 1 == 1.0
[1] == [True] == [1.0]
{1: 'a', True: 'b', 1.0: 'c'}
{0: 'a', -0.0: 'b', False: 'c'}
{2**53: 1, 9007199254740992.0: 2}
{'__proto__': 1, 'constructor': 2}['__proto__']
{'a': 1} == {'a': True}
{1: 2, 3: 4} == {3: 4, 1: 2}
{(1, 2): 3}[(True, 2.0)]
{[]: 1}
{{}: 1}
{([],): 1}
{'a': 1}['b']
{'a': 1}[[]]
{'a': 1}[0:1]
not ''
not 0.0
not []
not {}
not ()
not None
0 or [] or 'x' or 1
1 and [] and 2
1 < 2 < 3
1 < 3 < 2
1 < 2 == True
(1 < 2) == True
1 in [1] == True
3 > 2 > 1 / 0 if False else 0
1 > 2 > 1 / 0
'a' < 'b' < 1
None < None
[None] < [None]
[None, 1] < [None, 2]
[1, 'a'] < [2, 1]
[1, 'a'] < [1, 1]
(1, 2) < (1, 2, 0)
(1,) < [1]
(1,) == [1]
'\U0001f600' < '\uff5e'
'\U0001f600' > '\ud7ff'
'a\U0001f600b'[1]
'a\U0001f600b'[::-1]
len('a\U0001f600b')
'a\U0001f600b'.find('b')
'\U0001f600'.replace('', '-')
'\U0001f600'.split('\U0001f600')
'abc'.replace('', '-')
'aaa'.count('aa')
'abc'.count('')
''.count('')
''.replace('', 'x')
'abc'.find('')
'a$1b'.replace('a', '$1$&')
'a,b,,c'.split(',')
' a  b '.split()
' a  b '.split(' ')
''.split()
''.split(',')
'a'.split('')
'\x1ca\x1f b\x85c\u2003d'.split()
'\ufeffa '.strip()
'xxaxx'.strip('x')
'abcba'.strip('ab')
'abc'.lstrip('')
'abc'.strip(None)
'ß'.upper()
'İ'.lower()
'ŉ'.upper()
'ЖЁ'.lower()
','.join('abc')
','.join([])
','.join(['a', 1])
','.join({'a': 1, 'b': 2})
','.join(1)
'abc'.startswith(('x', 'a'))
'abc'.startswith((1,))
'abc'.startswith(('a', 1))
'abc'.startswith(1)
'abc'.startswith([])
'b' in 'abc'
1 in 'abc'
'' in ''
1 in {1: 2}
[] in {}
1 in 5
None in [None]
1.0 in (1,)
'abc'[3]
'abc'[-4]
'abc'[True]
'abc'[1.0]
'abc'['a']
[1, 2, 3][10:]
[1, 2, 3][::-1]
[1, 2, 3][-1:-10:-2]
[1, 2, 3][2**70:]
[1, 2, 3][:-2**70:-1]
[1, 2, 3][2**70]
[1, 2][::0]
[1, 2]['a'::0]
(1, 2, 3)[1:]
5[0]
None[0]
5 .lower() if False else 1
None.get('a')
[].get(1)
'a'.get(1)
{}.get([])
{}.get(1)
{'a': None}.get('a', 5)
context.get('none', 5)
[1, 1.0, True, 2].count(1)
('a', 'b').count('a')
str(1e16)
str(123456789012345680.0)
str(1e22)
str(-0.0)
str(float('nan'))
str([1.0, 'a', None, True, (1,), {}])
str((1,))
str(())
str({'a': [1], 2: (3, 'x')})
str(['it\'s', "q\"", 'b\'"'])
str(['\n\t\r\\\x00\x7f\x80\xa0\xad'])
str(['é', '日本', '\U0001f600', '\u200d', '\ue000', '\ufeff', '\u2028'])
str('it\'s')
int('  12_3 ')
int('+5')
int('- 5')
int('x')
int('')
int('1.5')
int('0x10')
int('012')
int('1__2')
int('_1')
int(' \x1c1')
int('\x851')
int(3.9)
int(-3.9)
int(1e20)
int(float('inf'))
int(float('nan'))
int(None)
int([])
int()
float('1e3')
float('nan')
float(' inf ')
float('-Infinity')
float('infinit')
float('1_0.5_0')
float('.5')
float('5.')
float('.')
float('1e')
float('1e400')
float('0x1p3')
float(10**400)
float(None)
float()
bool('False')
bool()
str()
abs(-5)
abs(True)
abs(-0.0)
abs('a')
len(5)
len({'a': 1})
min(3, 1, 2)
min([3, 1, 2])
max('abc')
max({'a': 1, 'b': 2})
max(1, 1.0)
max(1.0, 1)
min(True, 1)
max(float('nan'), 1)
max(1, float('nan'))
min([])
max(5)
max(1, 'a')
min(None, None)
sum([0.1] * 10)
sum([1, 2.5, True])
sum([])
sum([], 0.5)
sum([[1], [2]], [])
sum(['a'])
sum(['a'], '')
sum([0.1, 0.2, 2**70, True])
sum([2**63, 0.5, 0.25])
sum([1e308, 1e308, -1e308])
sum([2**70, 0.5])
sum([-0.0])
sum('12')
sum({1: 2, 3: 4})
sum(5)
sum([1], None)
sorted([3, 1, 2])
sorted([3, 1, 2], reverse=True)
sorted([1, True, 1.0, 0])
sorted([1, True, 1.0, 0], reverse=True)
sorted('bca')
sorted({'b': 1, 'a': 2})
sorted([1, 'a'])
sorted([[2, 'a'], [1, 1]])
sorted([(1, 'b'), (1, 'a')])
sorted([None])
sorted([None, None])
sorted(['\U0001f600', '\uff5e', 'a'])
sorted(5)
[1, 2] * 2
2 * (1,)
[1] * -1
[1] * 2.0
'a' * True
'a' * 'b'
'' * 2**70
'a' * -2**70
[1] + (2,)
'a' + 1
1 + 'a'
1 - 'a'
'a' - 'b'
-'a'
+[]
-[1]
{} + {}
None + 1
1 // 0
1 % 0
1.0 / 0
1 / 0.0
0.0 // 0
1.5 % 0
True // False
1e400
-1e400
0x_ff
0XFF + 0o17 + 0B11
1_000.5e1_0
00
'a' "b" '''c'''
'\101\x41\u0041\U00000041'
'a\¶b'
r'\n' R"\t"
u'x'
"""a¶b"""
(1,¶ 2)
(  # why¶1)
not 1 == 2
not 1 in [2]
not not []
not 0 and 0
not 0 or 1
not 1 and 0 or 3
1 and not 0 or 0
1 or not 1 and 0
1 if 0 else 2 if 0 else 3
not 1 if 0 else 2
1 is True
True is True
(1 == 1) is True
None is None is not None
0 is False
'zz' in context
'i' not in context
5 in context
[] in context
context['zz']
context[5]
context[[]]
context.get([])
context.get(5, 6)
missing
missing()
`
  .trim()
  .split('\n')
  .map(line => line.replaceAll('¶', '\n'));

/** Functions: their names, their arguments and their errors. */
const FUNCTIONS: readonly string[] = [
  'def f(a, b=2, c=3):\n  return a, b, c\ncontext["r"] = [f(1), f(1, 5), f(1, c=5), f(c=1, b=2, a=3), f(1, 2, 3)]',
  'def f(a, b=2):\n  return a, b\nf()',
  'def f(a, b=2):\n  return a, b\nf(1, 2, 3)',
  'def f(a, b=2):\n  return a, b\nf(1, a=2)',
  'def f(a, b=2):\n  return a, b\nf(1, d=2)',
  'def f():\n  pass\ncontext["r"] = f()',
  'def f():\n  return\ncontext["r"] = f()',
  'def f():\n  i = 1\n  return i\ncontext["r"] = f() + i',
  'def f():\n  i += 1\nf()',
  'def f():\n  r = i\n  return r\ni = 5\ncontext["r"] = f()',
  'def f():\n  if 0:\n    i = 1\n  return i\nf()',
  'def f():\n  for i in []:\n    pass\n  return i\nf()',
  'def f():\n  g = lambda: y\n  r = g()\n  y = 1\nf()',
  'def f():\n  g = lambda: y\n  y = 1\n  return g()\ncontext["r"] = f()',
  'def f():\n  return missing\ncontext["r"] = 1',
  'def f():\n  return missing\nf()',
  'def f():\n  return later\nlater = 3\ncontext["r"] = f()',
  'def f():\n  context["r"] = context.get("r", 0) + 1\nf(); f()',
  'y = 1\ndef f(a=y):\n  return a\ny = 2\ncontext["r"] = f(), y',
  'def f(a=missing):\n  pass',
  'def f(n):\n  if n < 2:\n    return 1\n  return n * f(n - 1)\ncontext["r"] = f(20)',
  'def f(n):\n  for a in range(n):\n    for b in range(n):\n      if a * b == 6:\n        return a, b\ncontext["r"] = f(5), f(2)',
  'def f(n):\n  while True:\n    n -= 1\n    if n < 3: return n\ncontext["r"] = f(9)',
  'def outer(a):\n  def inner(b):\n    return a * b\n  return inner\ncontext["r"] = outer(3)(4)',
  'def outer(a):\n  def inner():\n    return a\n  a = a + 1\n  return inner()\ncontext["r"] = outer(3)',
  'f = lambda a, b=2: a + b\ncontext["r"] = f(1), f(1, 1), (lambda: 5)(), (lambda v: v)(6)',
  'fs = [lambda: v for v in range(3)]\ncontext["r"] = [f() for f in fs]',
  'fs = [lambda v=v: v for v in range(3)]\ncontext["r"] = [f() for f in fs]',
  'ways = {"a": lambda v: v + 1, "b": lambda v: v * 2}\ncontext["r"] = [ways[w](5) for w in ways]',
  'def twice(f, v):\n  return f(f(v))\ncontext["r"] = twice(lambda v: v * 3, 2)',
  'def by(pair):\n  return pair[1]\ncontext["r"] = sorted([(1, "b"), (2, "a")], key=by), max([(1, 2), (2, 1)], key=by)',
  'k = None\ncontext["r"] = sorted([2, 1], key=k)',
  'k = 5\nsorted([2, 1], key=k)',
  'k = 5\ncontext["r"] = sorted([], key=k)',
  'sorted([1], reverse=1 // 0, key=missing)',
  'sorted([1], key=missing, reverse=1 // 0)',
  'max(5, key=missing)',
  'max(zip(5, 6), key=missing)',
  'k = None\ncontext["r"] = max([1, 3], key=k), min({2: 1, 1: 2}.items(), key=k)',
  'max([], key=len)',
  'context["r"] = max([], default=0), min([2, 1], default=5), max([], key=len, default=None), max({}.values(), default="x")',
  'max(5, default=1)',
  'max([], default=1 // 0, key=missing)',
  '[v for v in enumerate(5, 1 // 0)]',
  'for v in zip(zip(5), [1 // 0]): pass',
  'f = 5\nf(1 // 0)',
  'f = 5\nf()',
  'f = lambda: 1\ncontext["r"] = f == f, f != f, f in [f], not f, f is None, bool(f)',
  'f = lambda: 1\nf < f',
  'f = lambda: 1\nf + 1',
  'f = lambda: 1\nlen(f)',
  'f = lambda: 1\nfor x in f: pass',
  'f = lambda: 1\nf[0]',
  'def f():\n  return sum(v * i for v in l if v)\ncontext["r"] = f()',
  'def f(a):\n  return [a for v in [1, 2]]\ncontext["r"] = f(3)',
  'def f():\n  f = 3\n  return f\ncontext["r"] = f()',
  'if i:\n  def f(): return 1\nelse:\n  def f(): return 2\ncontext["r"] = f()',
  'if not i:\n  def f(): return 1\nf()',
  'def f(): return 1; context["r"] = 2\nf()',
  'for v in [1, 2]:\n  def f():\n    return v\ncontext["r"] = f()',
  'def f(a):\n  a += 1\n  return a\ny = 1\ncontext["r"] = f(y), y',
  'def f(a, b=(lambda: 3)): return b() + a\ncontext["r"] = f(1)',
  "def f(n): return f'{n:>4}'\ncontext['r'] = f(3)",
];

/** Errors that are raised and handled: each body with each set of handlers. */
const ERRORS: readonly string[] = [
  ...[
    'int("x")',
    'int("x" * 198)',
    'int("x" * 199)',
    'int("\\t(" * 150)',
    'float("x" * 300)',
    'float("1,5")',
    'l[9]',
    't[9]',
    's[99]',
    'd["zz"]',
    'd[(1, "a")]',
    'context["zz"]',
    'missing',
    '1 / 0',
    'raise ValueError("no")',
    'raise ValueError',
    'raise ValueError()',
    'raise ValueError("a", 1)',
    'raise ValueError([1])',
    'raise ValueError(None)',
    'raise KeyError("k")',
    'raise KeyError("k", 1)',
    'raise KeyError',
    'raise RuntimeError("it\'s")',
    'raise Exception(1.5)',
    'try:\n    raise KeyError("k")\n  except KeyError as e:\n    raise ValueError(e)',
    'try:\n    raise ValueError\n  except ValueError as e:\n    raise KeyError(e, [e])',
    'try:\n    int("x")\n  except ValueError as e:\n    raise KeyError(e)',
    'try:\n    int("x")\n  except ValueError as e:\n    raise RuntimeError([e, {"k": (e,)}], e)',
    'raise NotImplementedError',
    'raise OverflowError("é")',
    'raise',
  ].map(
    body =>
      `try:\n  ${body}\nexcept Exception as error:\n  context["r"] = str(error), f"{error}", f"{error!r}", str([error])`,
  ),
  ...[
    'i / 0',
    'None + 1',
    '[].index(1)',
    '[0][True]',
    '"a".index("b")',
    '10 ** 400 + 0.5',
    'y, w = l',
    'len(5)',
    'pass',
    'f = {}; f[[]]',
  ].map(
    body =>
      `try:\n  ${body}\nexcept (LookupError, ArithmeticError):\n  context["r"] = 1\nexcept (TypeError):\n  context["r"] = 2\nexcept ValueError:\n  context["r"] = 3\nelse:\n  context["r"] = 4\nfinally:\n  context["q"] = 5`,
  ),
  'try:\n  i = int("7")\nexcept ValueError:\n  i = 0\nelse:\n  i += 1\nfinally:\n  context["r"] = i',
  'try:\n  1 / 0\nexcept TypeError:\n  pass\ncontext["r"] = 1',
  'try:\n  1 / 0\nfinally:\n  context["r"] = 1',
  'try:\n  try:\n    1 / 0\n  finally:\n    context["r"] = 1\nexcept ZeroDivisionError:\n  context["q"] = 2',
  'try:\n  1 / 0\nexcept:\n  raise\nfinally:\n  pass',
  'try:\n  1 / 0\nexcept ZeroDivisionError as e:\n  pass\ncontext["r"] = e',
  'e = 1\ntry:\n  1 / 0\nexcept ZeroDivisionError as e:\n  pass\ncontext["r"] = e',
  'y = 1\ntry:\n  1 / 0\nexcept ZeroDivisionError as y:\n  y = 2\ny',
  'try:\n  1 / 0\nexcept ZeroDivisionError as e:\n  f = e\ntry:\n  raise f\nexcept ArithmeticError:\n  context["r"] = 1',
  'try:\n  raise 5\nexcept TypeError:\n  context["r"] = 1',
  'try:\n  raise ValueError(1 // 0)\nexcept ZeroDivisionError:\n  context["r"] = 1',
  'try:\n  raise\nexcept RuntimeError:\n  context["r"] = 1',
  'try:\n  try:\n    1 / 0\n  except ZeroDivisionError:\n    int("x")\nexcept ValueError:\n  context["r"] = 1',
  'try:\n  try:\n    1 / 0\n  except ZeroDivisionError:\n    try:\n      int("x")\n    except ValueError:\n      pass\n    raise\nexcept ArithmeticError:\n  context["r"] = 1',
  'try:\n  try:\n    1 / 0\n  finally:\n    raise\nexcept ZeroDivisionError:\n  context["r"] = 1',
  'def f():\n  try:\n    return 1\n  finally:\n    context["r"] = 2\ncontext["q"] = f()',
  'def f():\n  try:\n    return 1\n  finally:\n    return 2\ncontext["q"] = f()',
  'def f():\n  try:\n    1 / 0\n  finally:\n    return 2\ncontext["q"] = f()',
  'def f():\n  try:\n    return missing\n  except NameError:\n    return 3\n  else:\n    return 4\ncontext["q"] = f()',
  'def f():\n  try:\n    y = y + 1\n  except UnboundLocalError:\n    return 3\ncontext["q"] = f()',
  'def f():\n  raise ValueError("in f")\ntry:\n  f()\nexcept ValueError as e:\n  context["r"] = str(e)',
  'def again():\n  raise\ntry:\n  1 / 0\nexcept ZeroDivisionError:\n  try:\n    again()\n  except ArithmeticError:\n    context["r"] = 1',
  'for v in [1, 0, 2]:\n  try:\n    w = 6 // v\n  except ZeroDivisionError:\n    continue\n  finally:\n    context["r"] = v\n  context["q"] = w',
  'for v in [1, 0, 2]:\n  try:\n    6 // v\n  except ZeroDivisionError:\n    break\n  finally:\n    context["r"] = v',
  'for v in [1, 0, 2]:\n  try:\n    6 // v\n  finally:\n    continue\ncontext["r"] = v',
  'while True:\n  try:\n    1 / 0\n  finally:\n    break\ncontext["r"] = 1',
  'try:\n  sum(6 // v for v in [1, 0])\nexcept ZeroDivisionError:\n  context["r"] = 1',
  'try:\n  1 / 0\nexcept ZeroDivisionError as e:\n  context["r"] = e == e, e in [e], bool(e), e is None\n',
  'try:\n  1 / 0\nexcept ZeroDivisionError as e:\n  context["r"] = [v for v in [1] if e]\n',
  'try:\n  1 / 0\nexcept ZeroDivisionError as e:\n  e + 1',
  'try:\n  1 / 0\nexcept ZeroDivisionError as e:\n  f"{e:>5}"',
  'try:\n  try:\n    missing\n  finally:\n    1 / 0\nexcept ArithmeticError:\n  pass\ntry:\n  raise\nexcept RuntimeError:\n  context["r"] = 1',
  'try: 1 / 0\nexcept: context["r"] = 1',
  'try:\n  raise KeyError\nexcept (IndexError, KeyError, ValueError): context["r"] = 1\n',
  'if i:\n  try:\n    1 / 0\n  # why\n  except ArithmeticError:\n    r = 1\n  else:\n    r = 2\n  context["r"] = r',
];

/** Lists and dicts that are changed in place, by all their names; else after loops. */
const CHANGES: readonly string[] = [
  'y = l\ny.append(5)\ncontext["r"] = l, y == l',
  'l.append(5)',
  'context["l"].append(5)',
  'context["r"] = l\nl.append(5)',
  'context["r"] = context["q"] = l\ncontext["r"].append(5)',
  'context["l"] += [5]\nl += (6,)\ncontext["l"] *= 2',
  'l += "ab"\nl += {"k": 1}\nl += 5',
  'y = l\nl = l + [5]\ny.append(6)\ncontext["r"] = l, y',
  'a[0].append(1)\nd[1].append(2)',
  'y = [[0] * 2] * 2\ny[0][1] = 5\ncontext["r"] = y',
  'y = [1, 2, 3]\ny[0], y[-1] = y[-1], y[0]\ncontext["r"] = y',
  'y = [1, 2]\ny[1], w = y\ncontext["r"] = y, w',
  'i, l[i] = 1, "x"',
  't[0] = 1',
  's[0] = "x"',
  'del s[0]',
  'del t[0]',
  'y = ([],)\ntry:\n  y[0] += [1]\nexcept TypeError:\n  pass\ncontext["r"] = y',
  'l[9] = 1',
  'l[-5] = 1',
  'l["a"] = 1',
  'l[None] = 1',
  'l[2 ** 70] = 1',
  'del l[9]',
  'del l[0], l[0]\n',
  'del d["k"]\nd["k"] = 2',
  'del d["zz"]',
  'del d[[]]',
  'd[[]] = 1',
  'd[True] = "same key"',
  'd["k"] += 1\nd["n"] = d.get("n", 0) + 1',
  'd["zz"] += 1',
  'c["a"] = {}\nc["a"]["b"] = [1]\nc["a"]["b"].append(2)',
  'i = 5\ndel i\ncontext["r"] = i',
  'del i',
  'del missing',
  'def f():\n  y = 1\n  del y\n  return y\nf()',
  'def f():\n  del y\nf()',
  'def f(v):\n  v.append(1)\nf(l)',
  'def f(v=[]):\n  v.append(1)\n  return len(v)\ncontext["r"] = f(), f(), f([])',
  'def f():\n  l.append(1)\nf()',
  'def f():\n  l += [1]\nf()',
  'y = [3, 1, 2]\ncontext["r"] = y.sort(), y\ny.sort(reverse=True)\ncontext["q"] = y',
  'y = ["bb", "a", "cc"]\ny.sort(key=len)\ncontext["r"] = y\ny.sort(key=lambda v: v[0], reverse=True)\ncontext["q"] = y',
  'y = [1, 2]\ny.sort(key=lambda v: len(y))\ncontext["r"] = y',
  'y = [1, 0]\ntry:\n  y.sort(key=lambda v: 1 // v)\nexcept ZeroDivisionError:\n  context["r"] = y',
  'words.sort()',
  '(1, 2).sort()',
  'l.insert(-9, 0)\nl.insert(9, 9)\nl.insert(1, 1)\nl.insert(True, 5)',
  'l.insert("a", 1)',
  'context["r"] = l.pop(), l.pop(0), l.pop(-1), l',
  'empty.pop()',
  'l.pop(9)',
  'l.pop("a")',
  'l.pop(1, 2)',
  'l.remove(True)',
  'l.remove("zz")',
  'l.reverse()\nwords.clear()\ncontext["r"] = l.copy()',
  'y = l.copy()\ny.append(1)\nw = d.copy()\nw["new"] = 1\ncontext["r"] = y, w',
  'l.extend(l)',
  'l.extend([v for v in l])\nl.extend(v + 1 for v in [1, 2])\nl.extend(range(3))\nl.extend(zip("ab", l))',
  'l.extend("ab")\nl.extend(d)\nl.extend(d.items())\nl.extend(5)',
  'try:\n  l.extend(6 // v for v in [1, 2, 0])\nexcept ZeroDivisionError:\n  context["r"] = l',
  'l.extend(len(l) for v in [1, 2, 3])',
  'context["r"] = d.pop("k"), d.pop("zz", 5), d',
  'd.pop("zz")',
  'd.pop()',
  'd.pop([])',
  'c.pop([])',
  'context["r"] = c.pop([], 5)',
  'l.insert(2 ** 63, 1)',
  'l.insert(2 ** 63 - 1, 1)\nl.insert(-(2 ** 63), 2)',
  'empty.pop(2 ** 63)',
  'empty.pop(None)',
  'l.pop(-(2 ** 70))',
  'l[2 ** 70] = 1 // 1',
  'del l[-(2 ** 70)]',
  'context["r"] = d.setdefault("k", 5), d.setdefault("new", []), d.setdefault("none"), d',
  'd.setdefault("list", []).append(1)\nd.setdefault("list", []).append(2)',
  'd.update({"k": 9, "n": 1})\nd.update([("a", 1), ["b", 2], "cd"])\nd.update(zip("xy", [1, 2]))\nd.update((v, v) for v in "pq")\nd.update()',
  'd.update([(1, 2, 3)])',
  'd.update([5])',
  'd.update(5)',
  'try:\n  d.update([("a", 1), ("b",)])\nexcept ValueError:\n  context["r"] = d',
  'd.clear()',
  'd.append(1)',
  'l.update({})',
  '"a".append(1)',
  'for v in l:\n  if len(l) < 8: l.append(v)',
  'for v in l:\n  l.remove(v)',
  'for v in l:\n  l.insert(0, 1)\n  if len(l) > 8: break',
  'for v in reversed(l):\n  l.pop()\n',
  'for n, v in enumerate(l):\n  if n < 5: l.append(n)',
  'for v, w in zip(l, l):\n  if len(l) < 7: l.append(0)',
  'for v in d:\n  d[v] = 1',
  'for v in d:\n  d["new"] = 1',
  'for v in d:\n  d["new"] = 1\n  break',
  'for v in d:\n  del d[v]',
  'for v in list(d):\n  del d[v]',
  'for v in list(d.keys()):\n  d[(v, 1)] = d.pop(v)',
  'for k, v in d.items():\n  d[k] = [v]',
  'for k, v in d.items():\n  d.clear()',
  'for v in d.values():\n  d["new"] = v',
  'for v in reversed(d):\n  d["new"] = v',
  'context["r"] = [l.pop() for v in l]',
  'context["r"] = [d.pop(v) for v in ["k", 1]]',
  'context["r"] = {v: l.append(v) for v in [1, 2]}, l',
  'context["r"] = max(l, key=lambda v: len(l)), sorted(l, key=lambda v: l.append(0) or v), l',
  'context["r"] = sum(l.pop() for v in range(2)), l',
  'y = [1]\nw = [y, y]\nw[0].append(2)\ncontext["r"] = w\ncontext["q"] = w[1] == y',
  'y = {}\ny["self"] = 1\nw = y\nw["other"] = y["self"]\ncontext["r"] = y',
  'y = [1, 2]\ny *= 2\nw = y\nw *= 0\ncontext["r"] = y',
  'y = [1]\ny *= 1.5',
  'y = []\nfor v in [3, 1]:\n  y.append(v)\nelse:\n  y.append("done")\ncontext["r"] = y',
  'for v in [3, 1]:\n  if v == 1: break\nelse:\n  context["r"] = 1\ncontext["q"] = v',
  'y = 0\nwhile y < 3:\n  y += 1\nelse:\n  context["r"] = y',
  'y = 0\nwhile True:\n  y += 1\n  if y > 3: break\nelse:\n  context["r"] = y\ncontext["q"] = y',
  'for v in []:\n  pass\nelse: context["r"] = "none"',
  'for v in l:\n  for w in l:\n    if w == 1: break\n  else:\n    continue\n  break\nelse:\n  context["r"] = 1\ncontext["q"] = v, w',
  'for v in [1, 2]:\n  try:\n    break\n  finally:\n    context["r"] = v\nelse:\n  context["q"] = 1',
  'for v in [1, 2]:\n  pass\nelse:\n  for w in [1]:\n    break\n',
];

/** Whole programs. */
export const PROGRAMS: readonly string[] = [
  '',
  '# nothing',
  'pass',
  'a = b = 1\ncontext["a"] = a + b',
  'i += 1\ncontext["r"] = i',
  'context["i"] += 1\ncontext["i"] *= 2',
  'context["i"] //= 0',
  'context["zz"] += 1',
  'i = None\ncontext["r"] = i is None\ncontext["s"] = i',
  'context["fresh"] = 1\ncontext["r"] = fresh + 1',
  'context["i"] = 1\nif missing:\n  pass',
  'if i > 100:\n  r = 1\nelif i > 5: r = 2\nelse:\n  r = 3\ncontext["r"] = r',
  'if 0:\n  r = 1\ncontext["r"] = r',
  'if i:\n\tif j:\n\t\tr = 1\n\telse:\n\t\tr = 2\n\n# why\n\telse_ = 3\ncontext["r"] = r',
  'if i:\n  if not i:\n    r = 1\n  elif i == 7:\n    r = 2\n    # deep\n  r += 1\nelse: r = 9; s = 1\ncontext["r"] = r',
  't += (1,)\ncontext["t"] = t',
  's += "x"\ns *= 2\ncontext["r"] = s',
  'f -= 0.5; f /= 3; f %= 0.4\ncontext["r"] = f',
  'context["a"] = context["b"] = [1]\ncontext["r"] = context["a"] == context["b"]',
  'context[s + "x"] = 1',
  'k = "dyn"\ncontext[k] = 1\ncontext["r"] = dyn',
  'context["r"] = l\nl = l + [1]\ncontext["r2"] = l',
  'context["len"] = 1\ncontext["r"] = len("a")',
  'x = 1\r\nif x:\r\n  context["r"] = "a"\r\n',
  'context["r"] = (1 +\n  2)  # three\ncontext["q"] = [1,\n2,\n]',
  'context["r"] = 1;',
  ...FUNCTIONS,
  ...ERRORS,
  ...CHANGES,
  'd = {"a": {"b": [1, 2]}}\ncontext["r"] = d["a"]["b"][1]',
];

const STEPS = Array.from({ length: 21 }, (_, depth) => ' '.repeat(depth));

/** Sources that Python refuses, and this language with it. */
export const NOT_PYTHON: readonly string[] = [
  '012',
  '1__0',
  '1_',
  '0b12',
  '0xg',
  '1 2',
  'a b',
  'a = ',
  'a = = 1',
  'None = 1',
  'True += 1',
  '1 = a',
  'f() = 1',
  '[1 2]',
  '[1,,2]',
  '(,)',
  'f(,)',
  '{1:2 3:4}',
  '{1:}',
  '{:1}',
  'x =',
  '(1',
  '1)',
  "'abc",
  "'a\nb'",
  '"""abc',
  'a <> b',
  'a ! b',
  'a $ b',
  'a && b',
  'if a:\nb = 1',
  'if a:\n  b = 1\n    c = 2',
  'if a:\n    b = 1\n  c = 2',
  '  a = 1',
  'if a:\n\tb = 1\n        c = 2',
  'if a:\n  b = 1\n else:\n  c = 1',
  'if a:\n  # only a comment',
  'if:\n  pass',
  'if a:\n  pass\nelif:\n  pass',
  'else: pass',
  'elif a: pass',
  'if a: pass else: pass',
  'if a: if b: pass',
  'a = 1;; b = 2',
  ';',
  'a == not b',
  '1 + not 2',
  'a not b',
  'not',
  'a if b',
  'a if b else',
  'a is',
  'a.1',
  '2.lower()',
  "'\\x1'",
  "'\\u12'",
  "'\\U00110000'",
  'a[]',
  'sorted(reverse=True, [1])',
  'x = yield = 1',
  `${STEPS.map(step => `${step}for v in l:\n`).join('')}${' '.repeat(21)}pass`,
  `${STEPS.map(step => `${step}try:\n${step} pass\n${step}except:\n`).join('')}${' '.repeat(21)}pass`,
  'return 1',
  'for v in l:\n  pass\n else:\n  pass',
  'for v in l:\n  pass\nelse:\n  break',
  'while 1:\n  pass\nelse:\n  continue',
  'del',
  'del 1',
  'del f()',
  'del a + b',
  'del None',
  'l[] = 1',
  'l[0] += ',
  'f() += 1',
  'a.append(1) = 2',
  'try:\n  pass',
  'try:\n  pass\nelse:\n  pass',
  'try:\n  pass\nelse:\n  pass\nfinally:\n  pass',
  'try:\n  pass\nexcept:\n  pass\nexcept ValueError:\n  pass',
  'try:\n  pass\nfinally:\n  pass\nexcept:\n  pass',
  'try:\n  pass\nexcept ValueError, KeyError as e:\n  pass',
  'try:\n  pass\nexcept ValueError as:\n  pass',
  'try:\n  pass\nexcept ValueError as 1:\n  pass',
  'try:\n  pass\nexcept as e:\n  pass',
  'try:\n  pass\n except:\n  pass',
  'try:\npass\nexcept:\n  pass',
  'try: pass; except: pass',
  'except:\n  pass',
  'raise ValueError, 1',
  'raise from 1',
  'if a:\n  return',
  'def f(a, a):\n  pass',
  'def f(a=1, b):\n  pass',
  'def f(a=):\n  pass',
  'def f(a b):\n  pass',
  'def f():\npass',
  'def f():',
  'def f:\n  pass',
  'def (a):\n  pass',
  'def f(a):\n  break',
  'while 1:\n  def f():\n    continue',
  'def f(a): pass\nf(a=1, a=2)',
  'def f(a): pass\nf(a=1, 2)',
  'def f(a): pass\nf(a=)',
  'def f(a): pass\nf(1=2)',
  'f = lambda a, a: 1',
  'f = lambda a=1, b: 1',
  'f = lambda',
  'f = lambda: ',
  'f = 1 or lambda: 1',
  'f = not lambda: 1',
  'f = 1 + lambda: 1',
  'f = 1 if lambda: 1 else 2',
  '[v for v in lambda: 1]',
  '[v for v in a if lambda: 1]',
  "f'{lambda: 1}'",
  'a \\ b',
];

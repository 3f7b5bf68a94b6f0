/** Programs that do as much as a run allows by one kind of step. */

/** Variables of the context, each as large as one run can make it, in order. */
export const LARGE: readonly string[] = [
  ...['L=[0]*10000', "M=['']*10000", 'N=[[]]*10000', 'K=[L]*19', "s='a'*100000", "t='b'+'a'*50000"],
  ...["w=' '*100000", "u='é'*100000", "e=''", 'b=2**4000-1', 'c=3**1200', 'd=3**2500', 'B=[b]*10000'],
  ...['T=(0,)*10000', 'Q=(b,)*5000', 'f=1e308', 'g=5e-324', 'F=[.1]*10000', 'D={1:s}', 'G=[{1:1}]*10000'],
  ...["h='a'*33000", "i='b'+'a'*16000", "r='a'*140", 'p=[r]*1000', 'E={(b,)*50:1}', 'q=(b,)*50'],
].map(line => line.replace(/^(.)=/, "context['$1']="));

export const STATEMENTS = [
  ...'sorted(L) sorted(M) sorted(N) sorted([K]) sorted(B) sorted(F) sorted(s) sorted(E)'.split(' '),
  ...'min(L) max(B) max(M) max(N) min(K) min(s) max(E) min(b,c) sum(L) sum(B) sum(F) sum(L,f) sum(N,N)'.split(
    ' ',
  ),
  ...'str(L) str(M) str(N) str(K) str(B) str(b) str(F) str(w) str(u) str(D) str(g) str(G) bool(K) bool(s)'.split(
    ' ',
  ),
  ...'len(s) len(L) int(s) int(w) float(s) float(w) int(f) int(b) float(c) abs(b) round(b,-9) round(g,323)'.split(
    ' ',
  ),
  ...'round(f,-308) round(.1,9) round(b) round(f) -b +b'.split(' '),
  ...'b+c b-c b*2 c*c b/c c/b b//c d//c d%c 3**2500 2**4095 f%g f//g f*f c**2'.split(' '),
  ...'L+N M+M K+K s+s T+T e+s L*1 e*99999 [e]*9999 T*1 s*2'.split(' '),
  ...'L==L K==K M==N s==s D==D E==E Q==Q K<K L<L s<s b<c b==c Q<Q N<N G==G b<f f==b'.split(' '),
  ...['1 in L', 'L in K', 't in s', 'e in s', 's in s', '1 in D', 'Q in E', 's in D', "'b' in s", 'b in B'],
  ...'L[1] s[1] K[1] D[1] E[Q] L[::-1] s[::-1] T[::2] s[:1] L[:1] L[9:] s[b:]'.split(' '),
  ...'s.count(t) s.count(e) s.count("a") L.count(1) L.count(e) K.count(L) N.count(N) T.count(Q)'.split(' '),
  ...'s.find(t) s.find(e) s.find("b") e.find(s) s.endswith(s) e.endswith(T) s.startswith(s)'.split(' '),
  ...'e.join(M) e.join(s) s.join(M) "b".join(s) e.join(E) s.lower() u.upper() e.upper()'.split(' '),
  ...'w.strip() e.strip(s) s.strip("a") w.lstrip() s.rstrip("a") u.strip() e.lstrip(u)'.split(' '),
  ...'s.replace(t,e) s.replace("a",e) s.replace(e,e) s.replace(e,"b") e.replace(e,s)'.split(' '),
  ...'s.split(t) w.split() e.split(s) e.split() s.split("aaaaa") s.split("b")'.split(' '),
  'i in h',
  'q in E',
  "w.split('  ')",
  ...'h.find(i) h.count(i) h.split(i) h.replace(i,e) sorted(p) max(p) E.get(q) E[q]'.split(' '),
  ...['[x for x in L]', '{x:x for x in L}', 'sum(x for x in L)', 'sorted(B,key=lambda x:-x)'],
  ...['list(range(10000))', 'list(zip(L,M))', 'list(enumerate(L))', "f'{b:,}{b:d}{f:.99f}'", "f'{s:99999}'"],
  ...'L.append(1) L.insert(0,1) L.pop() L.pop(0) L.sort() B.sort() L.reverse() L.copy() L.remove(0) M.extend([e])'.split(
    ' ',
  ),
  ...[
    'L[0]=1',
    'L[-1]+=1',
    'x=L;x+=[1]',
    'D[1]=1',
    'E[Q]=1',
    'D.update(D)',
    'G[0].update(D)',
    'd=G[0].copy()',
  ],
  ...[
    'x=L.copy();del x[0]',
    'E.setdefault(Q,1)',
    'E.pop(q,1)',
    'x=list(L);x.clear()',
    'L.sort(key=lambda v:-v)',
  ],
  ...[
    'f1=lambda v:v+1;f1(1)',
    'f2=lambda v,w=2:L;f2(1,w=3)',
    'sorted(L,key=lambda v:L)',
    '(lambda:s+e)()',
    'max(B,key=lambda v:v*v)',
  ],
  ...'D.get(1) E.get(Q) D.get(s) {s:1} {Q:1} {b:1} [K] (K,) [L,L,L] x=s x=b+1 s=s+e'.split(' '),
];

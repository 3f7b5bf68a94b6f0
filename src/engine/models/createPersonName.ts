import { Domain, Random } from '../core/random.ts';

/**
 * First and family names from many places, combined at random; any match with a real person is coincidence.
 */
const splitIntoWords = (text: string): readonly string[] => text.trim().split(/\s+/);

/** 96, all different. */
export const FIRST_NAMES = splitIntoWords(`
  Aaliyah Adaeze Adrián Aiko Alba Aleksi Amara Amina Anahera Ananya Anders Aroha
  Ayla Bao Beatriz Bilal Bruno Camila Chidi Chiara Dalia Daniel Darya Deniz
  Diego Ebba Eduardo Elif Emre Esther Fatou Femi Finn Freya Gabriel Giulia
  Goran Hana Hassan Hedda Hugo Ibrahim Ilse Imani Inés Ivan Jamal Jana
  Jin Jonas Kaito Kalinda Karim Keiko Kofi Kwame Lan Leila Linh Lucía
  Luka Maja Malik Marek Marisol Mateo Mei Milan Mira Musa Nadia Naveen
  Nayra Ngozi Niamh Noor Oksana Olu Omar Paloma Pavel Priya Rafael Ravi
  Rosa Ruth Sanjay Seo-yeon Sione Sofia Tala Tomás Uma Wanjiru Yusuf Zainab`);

/** 96, all different. */
export const FAMILY_NAMES = splitIntoWords(`
  Abebe Acosta Adeyemi Ahmadi Almeida Andersson Aoki Arslan Asante Baptiste Bauer Begum
  Bianchi Bondarenko Brennan Castillo Chanda Chen Cohen Costa Cruz Dang Darwish Delgado
  Diallo Dimitrov Dlamini Doyle Eriksen Farah Fernández Fischer Fofanah Fujita García Ghosh
  Gómez Haddad Halonen Hansen Hernández Hoang Horvat Hussain Ibarra Ionescu Ivanova Jansen
  Jovanović Kamau Kaplan Katz Kaya Khalil Kim Kimura Kovács Kowalska Kruger Lambert
  Larsen Lim Lopes MacLeod Mahlangu Mamani Mbeki Mendoza Moreau Mwangi Nakamura Nguyen
  Novak Nowak O’Connor Okafor Okonkwo Osei Ospina Park Patel Pereira Petrov Quispe
  Rahman Reyes Rossi Sato Shah Silva Singh Tamm Tanaka Tuilagi Weber Yılmaz`);

/** Middle initials, for populations with more agents than there are pairs of names. */
const INITIALS = 'ABCDEFGHJKLMNOPRSTVWYZ';

/** Purpose numbers of `Domain.profile`; those below belong to a model's drawn attributes. */
const STRIDE = 200;
const SHIFT = 201;

const PAIRS = FIRST_NAMES.length * FAMILY_NAMES.length;

/**
 * An agent's invented name. All of a population's names differ up to 9,216 agents; from then on a middle initial
 * distinguishes them, up to 211,968. Pure; the order is a seeded affine permutation of all pairs.
 */
export function createPersonName(seed: number, agent: number): string {
  const random = new Random(seed, Domain.profile);
  const stride = findCoprime(1 + Math.floor(random.unit(0, 0, STRIDE) * (PAIRS - 1)), PAIRS);
  const shift = Math.floor(random.unit(0, 0, SHIFT) * PAIRS);
  const pair = ((agent % PAIRS) * stride + shift) % PAIRS;
  const round = Math.floor(agent / PAIRS);
  const initial = round === 0 ? '' : `${INITIALS[(round - 1) % INITIALS.length]}. `;
  const row = Math.floor(pair / FIRST_NAMES.length);
  // Neighbours in the permutation would share a first name in a row; the row shifts it.
  const first = FIRST_NAMES[(pair + row * 37) % FIRST_NAMES.length];
  return `${first} ${initial}${FAMILY_NAMES[row]}`;
}

/** The first number from `from` on, modulo `n`, that is coprime to n. */
function findCoprime(from: number, n: number): number {
  for (let candidate = from; ; candidate++) if (computeGcd(candidate, n) === 1) return candidate % n;
}

function computeGcd(a: number, b: number): number {
  return b === 0 ? a : computeGcd(b, a % b);
}

import { sha256OfText } from '#sha256';

/** Digits of the digest that make a seed: 32 bits. */
const DIGITS = 8;

/** A name or number as it counts: without case, outer spaces and repeated ones; forms that look alike are one (NFKC). */
const normalizeStudent = (student: string): string =>
  student.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** The seed of a student's runs: the first 32 bits of the SHA-256 of the name or number as it counts; null for none. */
export function deriveStudentSeed(student: string): number | null {
  const name = normalizeStudent(student);
  return name === '' ? null : Number.parseInt(sha256OfText(name).slice(0, DIGITS), 16);
}

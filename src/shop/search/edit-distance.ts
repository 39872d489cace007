/**
 * Whether two words are equal or at a Damerau-Levenshtein distance of one: one character missing, extra or wrong, or
 * two adjacent ones transposed.
 */
export function isWithinOneEdit(one: string, other: string): boolean {
  if (one.length > other.length) return isWithinOneEdit(other, one);
  if (other.length - one.length > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  if (one.length < other.length) return rest === otherRest.slice(1);
  return (
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}

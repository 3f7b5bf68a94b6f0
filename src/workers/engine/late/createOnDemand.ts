/** Makes a part at its first use, and again after a failure. @returns the same one from then on */
export function createOnDemand<Part>(make: () => Promise<Part>): () => Promise<Part> {
  let made: Promise<Part> | null = null;
  return () => {
    if (made === null) {
      made = make();
      made.catch(() => {
        made = null;
      });
    }
    return made;
  };
}

/** Second key words of the random streams that only this model draws from; see `Random`. */
export const LibrarianDomain = { librarian: 9 } as const;

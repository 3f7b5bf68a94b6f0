/** Origin of a post. */
export type PostKind = 'original' | 'reply' | 'reshare';
/** Index into this list is the number stored in columns and hashed. */
export const POST_KINDS = ['original', 'reply', 'reshare'] as const satisfies readonly PostKind[];

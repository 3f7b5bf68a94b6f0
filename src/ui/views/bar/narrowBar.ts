/** Under this width the set-up's choices move into the rail. */
export const NARROW_BAR = '(max-width: 1179px)';

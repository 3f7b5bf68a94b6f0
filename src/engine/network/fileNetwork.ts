/** Name of the network that the user's own files hold. */
export const FILE_NETWORK = 'file';

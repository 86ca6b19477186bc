/** What the store is called until it has said so itself. */
export const storeName = 'Pehno'

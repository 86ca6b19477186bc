const folder = '/photos/returns/'

/** Where a picture of what came back is to be seen. Its id cannot be guessed. */
export const returnPhotoPath = (id: string) => `${folder}${id}.webp`

/** The picture that an address is of; anything else that may stand there is not kept. */
export const returnPhotoIdIn = (path: string): string | undefined =>
  /^\/photos\/returns\/([\w-]{36})\.webp$/.exec(path)?.[1]

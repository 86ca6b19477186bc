import { open, readFile } from 'node:fs/promises'

/**
 * Reads a text file; a byte order mark is removed.
 *
 * @throws Error if the file is not UTF-8
 */
export async function readTextFile(path: string): Promise<string> {
  const bytes = await readFile(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error(`${path} is not UTF-8 text`)
  }
}

/** @throws Error if the file is not JSON, with the position */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readTextFile(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`The file is not JSON: ${(error as Error).message}`)
  }
}

/** @throws Error if the file does not exist, is a folder or cannot be read */
export async function requireFile(path: string): Promise<void> {
  const file = await open(path)
  try {
    if ((await file.stat()).isDirectory()) throw new Error(`${path} is a folder, not a file`)
  } finally {
    await file.close()
  }
}

const problems: Record<string, (path: string) => string> = {
  ENOENT: (path) => `${path} does not exist`,
  ENOTDIR: (path) => `${path} does not exist`,
  EISDIR: (path) => `${path} is a folder, not a file`,
  EACCES: (path) => `You don't have permission to open ${path}`,
  EPERM: (path) => `You don't have permission to open ${path}`,
  EROFS: (path) => `${path} cannot be written, because the disk is read-only`,
  ENOSPC: () => 'There is no space left on the disk',
  ENAMETOOLONG: () => 'The file name is too long',
}

/** Describes an error of the file system; undefined for any other error. */
export function fileErrorText(error: unknown): string | undefined {
  const { code, path, syscall } = error as NodeJS.ErrnoException
  // A socket that does not exist belongs to the database.
  if (syscall === 'connect') return undefined
  return problems[code ?? '']?.(path ?? 'The path')
}

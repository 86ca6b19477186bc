import { createContext } from 'react'

type PageLink = { name: string; path: string; label: string; icon: string }

/** The pages of the person's role that have no tab on a phone. */
export const PagesWithoutTab = createContext<readonly PageLink[]>([])

import * as v from 'valibot'

export const SearchWords = v.array(v.string())

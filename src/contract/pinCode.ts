/** Whether the text has the form of an Indian PIN code. Here and not in a schema, for pages that load none. */
export const isPinCode = (text: string): boolean => /^[1-9]\d{5}$/.test(text)

import sanitizeHtml from 'sanitize-html'

/** The elements that the pages show in a text (`RichText`). */
const allowedTags = ['p', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'br']

const markup = /<\/?[a-z!][^>]*>|&(#\d+|#x[\da-f]+|[a-z]+);/i

/** HTML with the allowed elements only, without attributes; text without markup stays as it is. */
export const cleanHtml = (text: string): string =>
  markup.test(text) ? sanitizeHtml(text, { allowedTags, allowedAttributes: {} }).trim() : text

import { vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** The parts of WebAuthn that the desk uses, as a browser answers them. Each call can be refused. */
export function stubPasskeys({ refuse }: { refuse?: () => DOMException | undefined } = {}) {
  const answer = (response: object) => async () => {
    const error = refuse?.()
    if (error) throw error
    return {
      ...{ id: 'AAEC', rawId: bytes('abc'), type: 'public-key', response },
      authenticatorAttachment: 'platform',
      getClientExtensionResults: () => ({}),
    }
  }
  const create = vi.fn(
    answer({
      ...{ clientDataJSON: bytes('{}'), attestationObject: bytes('x') },
      getTransports: () => ['internal'],
      getPublicKeyAlgorithm: () => -7,
      getPublicKey: () => bytes('key'),
      getAuthenticatorData: () => bytes('data'),
    }),
  )
  const get = vi.fn(
    answer({
      ...{ clientDataJSON: bytes('{}'), authenticatorData: bytes('data') },
      ...{ signature: bytes('sig'), userHandle: bytes('meera') },
    }),
  )
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', Object.assign(navigator, { credentials: { create, get } }))
  return { create, get }
}

export const notAllowed = () => new DOMException('The person closed it', 'NotAllowedError')

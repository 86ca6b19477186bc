import { ApiError } from '#platform/api/apiError.ts'
import { errorText, request, type StaffResponse } from './request.ts'

/** Loaded with the first use: a rider's first view stays small. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Whether the browser has passkeys for this page: they belong to a name of a host, not to an IP address. */
export const canUsePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential === 'function' && !/^([\d.]+|\[.*)$/.test(location.hostname)

/**
 * Makes a passkey on this device. The browser asks for the fingerprint, face or PIN.
 *
 * @throws ApiError, or the browser's error
 */
export async function makePasskey(): Promise<void> {
  const [{ result: optionsJSON }, { startRegistration }] = await Promise.all([
    request('readPasskeyOptions'),
    loadLibrary(),
  ])
  await request('addPasskey', { body: await startRegistration({ optionsJSON }) })
}

/**
 * Logs in with a passkey that the person chooses.
 *
 * @throws ApiError, or the browser's error
 */
export async function logInWithPasskey(): Promise<StaffResponse<'loginWithPasskey'>['result']> {
  const [{ result: optionsJSON }, { startAuthentication }] = await Promise.all([
    request('beginPasskeyLogin'),
    loadLibrary(),
  ])
  const body = await startAuthentication({ optionsJSON })
  const { result } = await request('loginWithPasskey', { body })
  return result
}

type Texts = {
  /** The person closed the browser's question, or took too long. */
  notUsed: string
  /** The device has a passkey of the person already. */
  exists?: string
  otherwise: string
}

/** What is said about a passkey that was not made or used. */
export function passkeyProblem(error: unknown, { notUsed, exists, otherwise }: Texts): string {
  if (error instanceof ApiError) return errorText(error, otherwise)
  const { name } = error instanceof Error ? error : new Error()
  if (name === 'InvalidStateError') return exists ?? otherwise
  return name === 'NotAllowedError' || name === 'AbortError' ? notUsed : otherwise
}

import { useEffect, useRef } from 'react'

/**
 * Takes the OTP out of the text message, where the browser can read it there (WebOTP API); it asks
 * the shopper first. Listens again for each message, which is told apart by when the next can be sent.
 */
export function useWebOtp(resendAt: number, onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!('OTPCredential' in globalThis)) return
    const listening = new AbortController()
    const options = { otp: { transport: ['sms'] }, signal: listening.signal }
    navigator.credentials.get(options).then(
      (credential) => {
        if (credential && 'code' in credential) latest.current(String(credential.code))
      },
      // Refused by the shopper, or stopped by the next lines: the code can still be typed.
      () => undefined,
    )
    return () => listening.abort()
  }, [resendAt])
}

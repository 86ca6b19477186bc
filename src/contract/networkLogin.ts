/**
 * Opened by a shopper whose network wants a login first. The worker leaves it to the network, so that
 * a captive portal can answer it; once that lets the shopper through, the server redirects home. A
 * file of its own, because no first view needs it.
 */
export const networkLoginPath = '/network-login'

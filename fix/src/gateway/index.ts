/** The acceptor: TCP and TLS, sessions, limits, metrics, administration and settings. */
export { Gateway } from './gateway.ts';
export {
  type GatewaySettings,
  LIMITS,
  readSettings,
  sandboxKey,
  WrongSetting,
} from './settings.ts';

/** The acceptor: TCP and TLS, sessions, limits, metrics, administration and settings. */
export { Gateway, type GatewayOptions } from './gateway.ts';
export {
  type GatewaySettings,
  LIMITS,
  readSettings,
  type SessionDefinition,
  sandboxKey,
  WrongSetting,
} from './settings.ts';

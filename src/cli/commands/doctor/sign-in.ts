import type { Config } from '../../config.ts';
import { desksOf } from '../../organizations.ts';
import { audienceOf, openIssuerOf, requireOrigin } from '../../opening/signed-in/sign-in-place.ts';

/** Whether people could sign in to `waybill http`: the issuer answers, and the address is one that tokens can name. */
export async function checkSignIn(config: Config): Promise<string> {
  const { signIn, publicUrl } = config;
  if (signIn === undefined) return 'nobody signs in (no WAYBILL_SIGN_IN)';
  const origin = requireOrigin(publicUrl);
  const { metadata } = await openIssuerOf(signIn, origin);
  return `${metadata.issuer} describes itself; tokens name ${audienceOf(signIn, origin)} as their audience${ownDesks(config)}`;
}

function ownDesks(config: Config): string {
  const desks = [...desksOf(config)];
  if (desks.length < 2) return '';
  const commands = desks.map(([, { home }]) => `\`${config.commandText('doctor', home)}\``);
  return `; ${desks.map(([name]) => name).join(', ')} have stores and APIs of their own, which ${commands.join(', ')} check`;
}

import type { Config } from '../../config.ts';
import { listDeskConfigs } from '../../organizations.ts';
import { getAudience, openConfiguredIssuer, requireOrigin } from '../../opening/signed-in/sign-in-place.ts';
import { type Finding, ok } from './finding.ts';

/** Checks that people could sign in to `waybill http`: the issuer answers, and the address is one that tokens can name. */
export async function checkSignIn(config: Config): Promise<Finding> {
  const { signIn, publicUrl } = config;
  if (signIn === undefined)
    return ok('off; only programs on this machine can connect. To turn it on, set WAYBILL_SIGN_IN');
  const origin = requireOrigin(publicUrl);
  const organizations = [...listDeskConfigs(config).keys()].filter((name) => name !== '');
  const issuer = await openConfiguredIssuer(signIn, origin);
  if (signIn.introspection) await issuer.checkIntrospection();
  const texts = [
    `${issuer.metadata.issuer} answers`,
    `tokens must name the audience ${getAudience(signIn, origin)}`,
    ...(signIn.introspection ? ['introspection works'] : []),
    ...(signIn.assumeEmailVerified
      ? ['warning: an e-mail counts as verified where the issuer says nothing about it ("assumeEmailVerified")']
      : []),
    ...(organizations.length === 0 ? [] : [`organizations: ${organizations.join(', ')}`]),
  ];
  return ok(texts.join('; '));
}

// Plain JavaScript on purpose: it has to run on any Node to say which one is needed.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(
    `Waybill needs Node 22.19 or newer and this is ${process.versions.node}. ` +
      'In a checkout, `npm ci` brings Node 24 along for Linux, macOS and Windows, and `npm run` uses it.\n',
  );
  process.exit(2);
}

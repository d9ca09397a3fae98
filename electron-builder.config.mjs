// How Cabinet is packed for each system. Each section gives its list of files whole: a list of
// exceptions alone would take the sources and the tests along.

/** What goes into the package, with the database driver's binary of that system alone. */
const files = (platform) => [
  'package.json',
  'LICENSE',
  'out/**',
  // What a proof writes.
  '!out/proof/**',
  'resources/icons/png/**',
  '!**/*.map',
  '!node_modules/node-addon-api',
  '!node_modules/better-sqlite3/{deps,src,binding.gyp}',
  `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`,
  // The packer leaves *.obj out of its main list, taking 3D models for compiled code.
  { from: 'resources/demo', to: 'resources/demo', filter: ['**/*'] },
];

const both = (target) => ({ target, arch: ['x64', 'arm64'] });

/** Where a company serves its updates; a managed setting of the workstation can name another place. */
const UPDATES = process.env.CABINET_UPDATES_URL ?? 'https://updates.invalid/cabinet';

export default {
  appId: 'app.cabinet.desktop',
  productName: 'Cabinet',
  copyright: 'Cabinet maintainers',
  // Wayland finds a window's icon by this name.
  extraMetadata: { desktopName: 'cabinet-desktop.desktop' },
  directories: { output: 'dist', buildResources: 'resources/icons' },
  // Only the database driver's binary lies beside the archive. The packer would put the driver's
  // JavaScript there too, and the seal of the archive does not cover what lies beside it.
  asar: { smartUnpack: false },
  asarUnpack: ['node_modules/better-sqlite3/prebuilds/**'],
  // The driver ships its binaries ready for every Electron.
  npmRebuild: false,
  electronLanguages: ['en', 'en-US', 'pl'],
  electronFuses: {
    runAsNode: false,
    // No page of ours has a cookie, and the key for them would be asked of the keyring at every start.
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  win: {
    files: files('win32'),
    icon: 'resources/icons/icon.ico',
    target: [both('nsis')],
    // An update whose signature is not this program's own publisher is refused.
    verifyUpdateCodeSignature: true,
  },
  nsis: {
    // The key of the registry by which management tools find Cabinet; docs/administrators name it.
    guid: '0337a997-e7e8-5c83-b1ca-633227e2f50b',
    // The assisted installer asks for whom; `/S /allusers` and `/S /currentuser` ask nothing.
    oneClick: false,
    perMachine: false,
    allowElevation: true,
    allowToChangeInstallationDirectory: true,
    // One installer for x64 and one for arm64. Without this a third one holds both.
    buildUniversalInstaller: false,
    // Uninstalling takes the program away, never a person's work.
    deleteAppDataOnUninstall: false,
    installerLanguages: ['en_US', 'pl_PL'],
    artifactName: '${productName}-${version}-${arch}-setup.${ext}',
  },
  mac: {
    files: files('darwin'),
    icon: 'resources/icons/icon.icns',
    category: 'public.app-category.business',
    target: [both('dmg'), both('zip')],
    hardenedRuntime: true,
    // Only what V8 needs; the packer's own list also allows unsigned memory and foreign libraries.
    entitlements: 'resources/mac/entitlements.plist',
    entitlementsInherit: 'resources/mac/entitlements.plist',
  },
  linux: {
    // `cabinet` is the terminal's name.
    executableName: 'cabinet-desktop',
    files: files('linux'),
    icon: 'resources/icons/png',
    category: 'Office',
    synopsis: 'Offline-first manager for a furniture catalogue',
    maintainer: 'Cabinet maintainers <cabinet@example.com>',
    target: [both('AppImage'), both('deb')],
  },
  // The packer's own default is `--no-sandbox`.
  appImage: { executableArgs: [] },
  deb: {
    depends: [
      // The database driver's binary was linked against these.
      'libc6 (>= 2.34)',
      'libstdc++6 (>= 11)',
      'libgtk-3-0',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0',
      'libuuid1',
      'libsecret-1-0',
    ],
  },
  publish: [{ provider: 'generic', url: UPDATES, channel: 'latest' }],
};

// How Cabinet is packed for each system. Each section lists all of its files: a list of exceptions
// alone would include the sources and the tests.

/** Returns the files of the package, with the database driver's binary of that system only. */
const files = (platform) => [
  'package.json',
  'LICENSE',
  'out/**',
  // The reports of `npm run prove`.
  '!out/proof/**',
  'resources/icons/png/**',
  '!**/*.map',
  '!node_modules/node-addon-api',
  '!node_modules/better-sqlite3/{deps,src,binding.gyp}',
  `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`,
  // electron-builder excludes *.obj from its main list, because it takes 3D models for compiled
  // code.
  { from: 'resources/demo', to: 'resources/demo', filter: ['**/*'] },
];

const both = (target) => ({ target, arch: ['x64', 'arm64'] });

/** Address of a company's update server; a managed setting of the workstation can override it. */
const UPDATES = process.env.CABINET_UPDATES_URL ?? 'https://updates.invalid/cabinet';

export default {
  appId: 'app.cabinet.desktop',
  productName: 'Cabinet',
  copyright: 'Cabinet maintainers',
  // Wayland finds a window's icon by this name.
  extraMetadata: { desktopName: 'cabinet-desktop.desktop' },
  directories: { output: 'dist', buildResources: 'resources/icons' },
  // Only the database driver's binary is beside the archive. electron-builder would put the
  // driver's JavaScript there too, and the archive's integrity check does not cover files beside
  // it.
  asar: { smartUnpack: false },
  asarUnpack: ['node_modules/better-sqlite3/prebuilds/**'],
  // The driver ships prebuilt binaries for every Electron.
  npmRebuild: false,
  electronLanguages: ['en', 'en-US', 'pl'],
  electronFuses: {
    runAsNode: false,
    // Cabinet's pages have no cookies, and the key for them would be read from the keyring at every
    // start.
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
    // Refuses an update that is not signed by this program's own publisher.
    verifyUpdateCodeSignature: true,
  },
  nsis: {
    // The registry key by which management tools find Cabinet; docs/administrators names it.
    guid: '0337a997-e7e8-5c83-b1ca-633227e2f50b',
    // The assisted installer asks for which users to install; `/S /allusers` and `/S /currentuser`
    // ask nothing.
    oneClick: false,
    perMachine: false,
    allowElevation: true,
    allowToChangeInstallationDirectory: true,
    // One installer for x64 and one for arm64. Without this a third one contains both.
    buildUniversalInstaller: false,
    // Uninstalling removes the program, never the user's data.
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
    // Only the entitlements that V8 needs; electron-builder's own list also allows unsigned memory
    // and foreign libraries.
    entitlements: 'resources/mac/entitlements.plist',
    entitlementsInherit: 'resources/mac/entitlements.plist',
  },
  linux: {
    // The name `cabinet` belongs to the terminal.
    executableName: 'cabinet-desktop',
    files: files('linux'),
    icon: 'resources/icons/png',
    category: 'Office',
    synopsis: 'Offline-first manager for a furniture catalogue',
    maintainer: 'Cabinet maintainers <cabinet@example.com>',
    target: [both('AppImage'), both('deb')],
  },
  // electron-builder's default is `--no-sandbox`.
  appImage: { executableArgs: [] },
  deb: {
    depends: [
      // The database driver's binary was linked against these versions.
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

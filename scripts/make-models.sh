#!/bin/sh
# Makes test/fixtures/models from a scene of our own, with real programs: Blender (Collada, binary FBX,
# OBJ), assimp (ASCII FBX), OpenCTM's ctmconv (VRML 2) and admesh (VRML 1.0). On Debian:
#   apt-get install blender assimp-utils openctm-tools admesh
# Their output holds the time and names of this computer; both are taken out, so that it can be kept.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
out="$here/test/fixtures/models"
# Always the same place, because Blender writes it into its files.
work=/tmp/cabinet-models
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
blender -b --python "$here/scripts/make-models.py" -- "$work" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cd "$work"
assimp export cabinet.dae cabinet-ascii.fbx -ffbxa >>log
ctmconv cabinet.obj cabinet.wrl >>log
assimp export cabinet.obj cabinet.stl -fstl >>log
admesh --write-vrml=cabinet-v1.wrl cabinet.stl >>log
sed -i -e "s#$work/##g" -e 's#<\(created\|modified\)>[^<]*<#<\1>2026-11-20T00:00:00<#' cabinet.dae cabinet-ascii.fbx cabinet.obj cabinet.mtl cabinet.wrl
cp cabinet.dae cabinet.fbx cabinet-ascii.fbx cabinet.obj cabinet.mtl cabinet.wrl cabinet-v1.wrl okl.png "$out"
ls -l "$out"

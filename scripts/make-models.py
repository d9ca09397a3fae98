# Makes one scene of our own with Blender and writes it in every format that Blender writes:
#   blender -b --python scripts/make-models.py -- FOLDER
# A little cabinet in millimetres: 600 wide (X), 560 deep, 720 tall, with sides of oak (textured),
# a shelf of white and a steel knob that stands 25 mm in front of the door. The whole is 600 x 585 x 720.
import math
import os
import sys

import bpy

out = sys.argv[sys.argv.index("--") + 1]
bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
scene.unit_settings.system = "METRIC"
scene.unit_settings.scale_length = 0.001
scene.unit_settings.length_unit = "MILLIMETERS"


def material(name, color, picture=None):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    made.diffuse_color = (*color, 1)
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1)
    shader.inputs["Roughness"].default_value = 0.6
    if picture is not None:
        node = made.node_tree.nodes.new("ShaderNodeTexImage")
        node.image = bpy.data.images.load(picture)
        made.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    return made


def board(name, size, middle, surface):
    bpy.ops.mesh.primitive_cube_add(size=1, location=middle)
    made = bpy.context.object
    made.name = name
    made.scale = size
    bpy.ops.object.transform_apply(scale=True)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.uv.cube_project(cube_size=300)
    bpy.ops.object.mode_set(mode="OBJECT")
    made.data.materials.append(surface)


def picture():
    width = 32
    image = bpy.data.images.new("okl", width, width)
    pixels = []
    for y in range(width):
        for x in range(width):
            grain = 0.5 + 0.5 * math.sin(x * 0.9 + math.sin(y * 0.2) * 2)
            pixels += [0.62 + 0.12 * grain, 0.44 + 0.1 * grain, 0.26 + 0.08 * grain, 1]
    image.pixels = pixels
    image.filepath_raw = os.path.join(out, "okl.png")
    image.file_format = "PNG"
    image.save()
    return image.filepath_raw


oak = material("Dąb naturalny", (0.68, 0.5, 0.31), picture())
white = material("Biały", (0.9, 0.9, 0.88))
steel = material("Stal", (0.55, 0.56, 0.58))
board("bok lewy", (18, 560, 720), (-291, 0, 360), oak)
board("bok prawy", (18, 560, 720), (291, 0, 360), oak)
board("wieniec dolny", (564, 560, 18), (0, 0, 9), white)
board("wieniec górny", (564, 560, 18), (0, 0, 711), white)
board("półka", (564, 520, 18), (0, 20, 360), white)
board("drzwi", (564, 18, 684), (0, -271, 360), oak)
bpy.ops.mesh.primitive_cylinder_add(vertices=24, radius=15, depth=25, location=(200, -292.5, 360), rotation=(math.pi / 2, 0, 0))
knob = bpy.context.object
knob.name = "gałka"
knob.data.materials.append(steel)
bpy.ops.object.transform_apply(rotation=True)

path = lambda name: os.path.join(out, name)
bpy.ops.wm.collada_export(filepath=path("cabinet.dae"), use_texture_copies=False)
bpy.ops.export_scene.fbx(filepath=path("cabinet.fbx"), path_mode="STRIP", add_leaf_bones=False, bake_anim=False)
bpy.ops.wm.obj_export(filepath=path("cabinet.obj"), path_mode="STRIP", export_triangulated_mesh=False)
